import type { ReactNode } from "react";
import { staticStyled } from "#web/ui/static-styled.ts";
import { firstFromAttribute, GRID_GAPS, LATER_PICTURES, TILE_WIDTHS, tilesOf } from "./grid-style.ts";
import { frameRatio } from "./justified-rows.ts";

const Grid = staticStyled("ul", {
  display: "flex",
  flexWrap: "wrap",
  rowGap: { base: "7", md: "8" },
  listStyle: "none",
  ...GRID_GAPS,
});

const Cell = staticStyled("li", { flexShrink: 0, minWidth: 0, maxWidth: "full", ...TILE_WIDTHS, ...LATER_PICTURES });

/** What a picture in the grid needs to know of its place. */
export interface Place {
  readonly sizes: string;
  readonly ratio: number;
  /** Viewport width in pixels from which it is in sight at once; `null`: it never is. */
  readonly firstFrom: number | null;
}

/** What the grid needs to know of a picture. */
export interface Pictured {
  readonly artworkId: string;
  readonly width: number;
  readonly height: number;
}

interface PictureGridProps<Item> {
  readonly items: readonly Item[];
  /** What the list is, for screen readers. */
  readonly label: string;
  readonly children: (item: Item, place: Place) => ReactNode;
}

/** Whole pictures in rows of one height; reading order is DOM order, at every width. */
export function PictureGrid<Item extends Pictured>({ items, label, children }: PictureGridProps<Item>) {
  const ratios = items.map(({ width, height }) => frameRatio(width, height));
  const tiles = tilesOf(ratios);
  return (
    <Grid aria-label={label}>
      {items.map((item, index) => {
        const tile = tiles[index];
        return (
          tile && (
            <Cell key={item.artworkId} style={tile.style} {...firstFromAttribute(tile)}>
              {children(item, { sizes: tile.sizes, ratio: ratios[index] ?? 1, firstFrom: tile.firstFrom })}
            </Cell>
          )
        );
      })}
    </Grid>
  );
}
