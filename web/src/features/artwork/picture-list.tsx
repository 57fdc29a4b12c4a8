import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense } from "react";
import type { Pages } from "#web/api/use-read.ts";
import { FailedList } from "#web/features/search/failed-list.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { notifyMissing } from "#web/ui/missing-part.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { firstFromAttribute, GRID_GAPS, LATER_PICTURES, layoutTiles, TILE_WIDTHS } from "./grid-style.ts";
import { frameRatio } from "./justified-rows.ts";
import type { Slide } from "./slide.ts";

const Grid = chakra("ul", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    rowGap: { base: "7", md: "8" },
    listStyle: "none",
    ...GRID_GAPS,
  },
});

const Cell = chakra("li", {
  base: {
    flexShrink: 0,
    minWidth: 0,
    maxWidth: "full",
    ...TILE_WIDTHS,
    ...LATER_PICTURES,
  },
});

/** The props that the grid passes to a picture. */
export interface PictureLayout {
  readonly sizes: string;
  readonly ratio: number;
  /** Smallest viewport width in pixels at which it is visible without scrolling; null if it never is. */
  readonly firstFrom: number | null;
}

/** An item of a grid, which is also a slide of the full-screen viewer. */
type GridItem = Slide;

/** Keys that a grid or a strip handles while a card has the focus; Tab and Enter keep their default. */
const GRID_KEYS = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|f)$/;

/** Handles a key in a list whose children are cards. */
export function followKey(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, target } = event;
  if (!GRID_KEYS.test(key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // Keys typed into a dialog that a card opened bubble up to here through its portal.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  event.preventDefault();
  import("./grid-keys.ts")
    .then(({ pressInGrid }) => pressInGrid(currentTarget, document.activeElement ?? target, key))
    .catch(notifyMissing);
}

/** Remembers the list that an artwork is opened from, for previous and next. */
export function rememberOpened(list: readonly GridItem[], { target }: MouseEvent) {
  const link = target instanceof Element ? target.closest('a[href^="/artwork/"]') : null;
  const artworkId = link?.getAttribute("href")?.split(/[/?]/)[2];
  if (artworkId) import("./browsed-list.ts").then(({ rememberList }) => rememberList(list, artworkId)).catch(() => {});
}

interface PictureGridProps<Item> {
  readonly items: readonly Item[];
  /** Accessible name of the list. */
  readonly label: string;
  /** True if other pictures come first, so that none of its own is in the initial viewport. */
  readonly isBelow?: boolean | undefined;
  readonly children: (item: Item, layout: PictureLayout) => ReactNode;
}

/** Uncropped pictures in rows of equal height; DOM order is reading order at every width. */
export function PictureGrid<Item extends GridItem>({ items, label, isBelow, children }: PictureGridProps<Item>) {
  const ratios = items.map(({ width, height }) => frameRatio(width, height));
  const tiles = layoutTiles(ratios);
  return (
    <Grid aria-label={label} onKeyDown={followKey} onClick={(event) => rememberOpened(items, event)}>
      {items.map((item, index) => {
        const tile = tiles[index];
        const firstFrom = isBelow ? null : (tile?.firstFrom ?? null);
        return (
          tile && (
            <Cell key={item.artworkId} style={tile.style} {...firstFromAttribute({ firstFrom })}>
              <Suspense>{children(item, { sizes: tile.sizes, ratio: ratios[index] ?? 1, firstFrom })}</Suspense>
            </Cell>
          )
        );
      })}
    </Grid>
  );
}

/** Drops repeated items, which occur if the order changes between the reads of two pages. */
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
  readonly isBelow?: boolean | undefined;
  readonly children: (item: Item, layout: PictureLayout) => ReactNode;
}

/** A list of pictures in each of its states: loading, failed, empty, and shown with more to load. */
export function PictureList<Item extends GridItem>({
  pages,
  label,
  whenEmpty,
  isBelow,
  children,
}: PictureListProps<Item>) {
  const { error, isLoading, reload } = pages;
  const items = uniqueArtwork(pages.items);
  if (!items.length && error) return <FailedList error={error} onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns />;
  if (!items.length && !pages.hasMore) return whenEmpty;
  return (
    <chakra.section aria-label={label} paddingBottom="12">
      <PictureGrid items={items} label={label} isBelow={isBelow}>
        {children}
      </PictureGrid>
      <LoadMore pages={{ ...pages, items }} />
    </chakra.section>
  );
}
