import { DISPLAY } from "#shared/limits.ts";
import { COLUMNS, justifyRows, type RowPosition } from "./justified-rows.ts";

/** Space between pictures in a row, by number of columns. Pixels. */
const GAP = { 1: 16, 2: 16, 3: 20, 4: 20, 5: 24 } as const;

const variable = (columns: number) => `--width-${columns}`;

/** Slightly less than its share, so that rounding never wraps a row's last picture; `flex-grow` closes the gap. */
const flexBasis = ({ share, gaps }: RowPosition, columns: keyof typeof GAP) =>
  `calc(${(share * 100).toFixed(4)}% - ${(gaps * GAP[columns] + 0.06).toFixed(2)}px)`;

/** Margins beside the grid on the narrowest screens, in pixels. */
const MARGINS = 32;

/** A preview may be drawn this much larger, which nobody sees; the next size weighs three times as much. */
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

/** As many rows as a usual screen shows at once, whether it is narrow or wide. */
const FIRST_ROWS = 2;

const narrowest = (layouts: readonly { minWidth: number }[]) => layouts.at(-1)?.minWidth ?? null;

/** Lays frames out at every breakpoint at once, so that the browser picks the layout before any script measures. */
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

/** The attribute by which styles select a tile's `firstFrom`. */
export const firstFromAttribute = ({ firstFrom }: Pick<GridTile, "firstFrom">) => ({
  "data-first-from": firstFrom ?? "never",
});

const untilPainted = (from: number | "never") => ({
  [`html[data-painting] &[data-first-from="${from}"] img`]: { display: "none" },
});

/** On a server-rendered page other pictures load after the visible ones, whose bandwidth they would share. */
export const LATER_PICTURES = {
  ...untilPainted("never"),
  ...Object.fromEntries(
    COLUMNS.filter(({ minWidth }) => minWidth > 0).map(({ minWidth }) => [
      `@media (max-width: ${minWidth - 0.05}px)`,
      untilPainted(minWidth),
    ]),
  ),
};

/** Height of a card's caption: the space above it and two lines. Pixels, at the default font size. */
export const CAPTION_HEIGHT = 58;

/** Styles of the grid and of a tile, narrow to wide. */
export const GRID_GAPS = atBreakpoint((columns) => ({ columnGap: `${GAP[columns]}px` }));
export const TILE_WIDTHS = atBreakpoint((columns) => ({
  flexBasis: `var(${variable(columns)})`,
  flexGrow: `var(--grow-${columns})`,
}));
