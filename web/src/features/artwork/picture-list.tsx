import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { Pages } from "#web/api/use-read.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LaterPart } from "#web/ui/later-part.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { staticStyled } from "#web/ui/static-styled.ts";
import { firstFromAttribute, GRID_GAPS, LATER_PICTURES, layoutTiles, TILE_WIDTHS } from "./grid-style.ts";
import { frameRatio } from "./justified-rows.ts";

const Grid = staticStyled("ul", {
  display: "flex",
  flexWrap: "wrap",
  rowGap: { base: "7", md: "8" },
  listStyle: "none",
  ...GRID_GAPS,
});

const Cell = staticStyled("li", { flexShrink: 0, minWidth: 0, maxWidth: "full", ...TILE_WIDTHS, ...LATER_PICTURES });

/** The props that the grid gives a picture. */
export interface PictureLayout {
  readonly sizes: string;
  readonly ratio: number;
  /** Smallest viewport width in pixels at which it is visible without scrolling; null if it never is. */
  readonly firstFrom: number | null;
}

/** The fields of an item that the grid reads. */
interface GridItem {
  readonly artworkId: string;
  readonly width: number;
  readonly height: number;
}

interface PictureGridProps<Item> {
  readonly items: readonly Item[];
  /** What the list is, for screen readers. */
  readonly label: string;
  readonly children: (item: Item, layout: PictureLayout) => ReactNode;
}

/** Whole pictures in rows of one height; reading order is DOM order, at every width. */
export function PictureGrid<Item extends GridItem>({ items, label, children }: PictureGridProps<Item>) {
  const ratios = items.map(({ width, height }) => frameRatio(width, height));
  const tiles = layoutTiles(ratios);
  return (
    <Grid aria-label={label}>
      {items.map((item, index) => {
        const tile = tiles[index];
        return (
          tile && (
            <Cell key={item.artworkId} style={tile.style} {...firstFromAttribute(tile)}>
              <LaterPart of={item}>
                {children(item, { sizes: tile.sizes, ratio: ratios[index] ?? 1, firstFrom: tile.firstFrom })}
              </LaterPart>
            </Cell>
          )
        );
      })}
    </Grid>
  );
}

/** Pages of a list whose order changes between reads can repeat an item; the first occurrence stays. */
function uniqueArtwork<Item extends { readonly artworkId: string }>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter(({ artworkId }) => {
    const isNew = !seen.has(artworkId);
    seen.add(artworkId);
    return isNew;
  });
}

interface PictureListProps<Item> {
  readonly pages: Pages<Item>;
  readonly label: string;
  /** Shown when the list is empty. */
  readonly whenEmpty: ReactNode;
  readonly children: (item: Item, layout: PictureLayout) => ReactNode;
}

/** A list of pictures in each of its states: loading, failed, empty, and shown with more to load. */
export function PictureList<Item extends GridItem>({ pages, label, whenEmpty, children }: PictureListProps<Item>) {
  const { error, isLoading, reload } = pages;
  const items = uniqueArtwork(pages.items);
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns />;
  if (!items.length) return whenEmpty;
  return (
    <chakra.section aria-label={label} paddingBottom="12">
      <PictureGrid items={items} label={label}>
        {children}
      </PictureGrid>
      <LoadMore pages={{ ...pages, items }} />
    </chakra.section>
  );
}
