import { DISPLAY } from "#shared/display.ts";
import { COLUMNS, justifyRows, type RowPosition } from "./justified-rows.ts";

/** Gap between pictures in pixels, by number of columns. */
const GAP = { 1: 16, 2: 16, 3: 20, 4: 20, 5: 24 } as const;

const variable = (columns: number) => `--width-${columns}`;

/** Slightly less than its share, so that rounding never wraps a row's last picture; `flex-grow` closes the gap. */
const flexBasis = ({ share, gaps }: RowPosition, columns: keyof typeof GAP) =>
  `calc(${(share * 100).toFixed(4)}% - ${(gaps * GAP[columns] + 0.06).toFixed(2)}px)`;

/** Margins beside the grid on the narrowest screens, in pixels. */
const MARGINS = 32;

/** Previews may be enlarged this much, which isn't visible; the next size has three times the bytes. */
const STRETCH = 1.12;

/** `sizes` of one picture: its share of the viewport at each breakpoint, up to the widest container. */
function sizesAttribute(positions: readonly { columns: number; minWidth: number; position: RowPosition }[]): string {
  return positions
    .map(({ minWidth, position }) => {
      const share = position.share / STRETCH;
      const viewport = `${(share * 100).toFixed(1)}vw - ${Math.round(share * MARGINS)}px`;
      const width = `min(${viewport}, ${Math.round(share * DISPLAY.largeContainer)}px)`;
      return minWidth ? `(min-width: ${minWidth}px) ${width}` : width;
    })
    .join(", ");
}

/** The layout of one picture in the grid. */
export interface GridTile {
  /** Custom properties that `TILE_WIDTHS` reads. */
  readonly style: Record<`--${string}`, string>;
  readonly sizes: string;
  /** Smallest viewport width in pixels at which it is visible without scrolling; null if it never is. */
  readonly firstFrom: number | null;
}

/** Rows that a usual screen shows without scrolling, at any width. */
const FIRST_ROWS = 2;

const narrowest = (layouts: readonly { minWidth: number }[]) => layouts.at(-1)?.minWidth ?? null;

/** Lays frames out for all breakpoints, so that CSS picks the layout before any script runs. */
export function layoutTiles(ratios: readonly number[]): GridTile[] {
  const layouts = COLUMNS.map(({ columns, minWidth }) => ({
    columns,
    minWidth,
    positions: justifyRows(ratios, columns),
  }));
  return ratios.map((_, index) => {
    const own = layouts.flatMap(({ columns, minWidth, positions }) => {
      const position = positions[index];
      return position ? [{ columns, minWidth, position }] : [];
    });
    const style = Object.fromEntries(
      own.flatMap(({ columns, position }) => [
        [variable(columns), flexBasis(position, columns)],
        [`--grow-${columns}`, position.fills ? position.share.toFixed(4) : "0"],
      ]),
    );
    return {
      style,
      sizes: sizesAttribute(own),
      firstFrom: narrowest(own.filter(({ position }) => position.row < FIRST_ROWS)),
    };
  });
}

const atBreakpoint = <T>(valueFor: (columns: keyof typeof GAP) => T) =>
  Object.fromEntries(
    COLUMNS.toReversed().map(({ columns, minWidth }) => [`@media (min-width: ${minWidth}px)`, valueFor(columns)]),
  );

/** Attribute with a tile's `firstFrom`, for style selectors. */
export const firstFromAttribute = ({ firstFrom }: Pick<GridTile, "firstFrom">) => ({
  "data-first-from": firstFrom ?? "never",
});

const untilPainted = (from: number | "never") => ({
  [`html[data-painting] &[data-first-from="${from}"] img`]: { display: "none" },
});

/** On server-rendered pages other pictures load after the visible ones, so that they don't compete for bandwidth. */
export const LATER_PICTURES = {
  ...untilPainted("never"),
  ...Object.fromEntries(
    COLUMNS.filter(({ minWidth }) => minWidth > 0).map(({ minWidth }) => [
      `@media (max-width: ${minWidth - 0.05}px)`,
      untilPainted(minWidth),
    ]),
  ),
};

/** Height of a card's caption in pixels at the default font size: the space above and two lines. */
export const CAPTION_HEIGHT = 58;

/** Height of a caption's line. */
export const CAPTION_LINE = 24;

/** Styles of the grid and of a tile, narrow to wide. */
export const GRID_GAPS = atBreakpoint((columns) => ({ columnGap: `${GAP[columns]}px` }));
export const TILE_WIDTHS = atBreakpoint((columns) => ({
  flexBasis: `var(${variable(columns)})`,
  flexGrow: `var(--grow-${columns})`,
}));
