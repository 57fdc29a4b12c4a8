import { chakra } from "@chakra-ui/react";
import type { ArtworkCard as Card } from "#shared/model/artwork.ts";
import { ArtworkCard } from "./artwork-card.tsx";
import { GRID_GAPS, TILE_WIDTHS, tilesOf } from "./grid-style.ts";
import { frameRatio } from "./justified-rows.ts";

const Grid = chakra("ul", {
  base: { display: "flex", flexWrap: "wrap", rowGap: { base: "7", md: "8" }, listStyle: "none", ...GRID_GAPS },
});

const Cell = chakra("li", { base: { flexShrink: 0, minWidth: 0, maxWidth: "full", ...TILE_WIDTHS } });

interface ArtworkGridProps {
  readonly items: readonly Card[];
  /** A page of one artist needs no name under every picture. */
  readonly showsArtist?: boolean;
  /** What the list is, for screen readers. */
  readonly label: string;
}

/** Whole pictures in rows of one height; reading order is DOM order, at every width. */
export function ArtworkGrid({ items, label, showsArtist = true }: ArtworkGridProps) {
  const tiles = tilesOf(items.map(({ width, height }) => frameRatio(width, height)));
  return (
    <Grid aria-label={label}>
      {items.map((card, index) => {
        const tile = tiles[index];
        return (
          tile && (
            <Cell key={card.artworkId} style={tile.style}>
              <ArtworkCard card={card} sizes={tile.sizes} isFirst={tile.isFirstRow} showsArtist={showsArtist} />
            </Cell>
          )
        );
      })}
    </Grid>
  );
}
