import { DISPLAY } from "#shared/display.ts";

/** Minimum viewport width in pixels by pictures per row. */
const MIN_WIDTHS = { 5: 1800, 4: 1240, 3: 900, 2: 560, 1: 0 } as const;

/** Maximum pictures per row by minimum viewport width, widest first. */
export const COLUMNS = DISPLAY.gridColumns.map((columns) => ({ columns, minWidth: MIN_WIDTHS[columns] }));

/** Bounds of a frame's ratio; a picture beyond them is shown whole inside its frame. */
const RATIO = { min: 0.5, max: DISPLAY.artworkRatio };

/** Ratio of a row's width to its height, per picture, at which a row is full. */
const FULL_ROW_PER_PICTURE = 1.4;

/** A picture's width: `share` of the row's width minus `gaps` times the gap between pictures. */
export interface RowPosition {
  readonly row: number;
  readonly share: number;
  readonly gaps: number;
  /** False in a last row with too few pictures, which keeps its height instead of filling the width. */
  readonly fills: boolean;
}

/** Ratio of the frame for a picture of this size; a square for invalid sizes. */
export function frameRatio(width: number, height: number): number {
  const ratio = width / height;
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(RATIO.max, Math.max(RATIO.min, ratio)) : 1;
}

interface Row {
  readonly ratios: number[];
  readonly sum: number;
}

/** Splits frames into rows. Appending frames changes only the last row. */
function splitRows(ratios: readonly number[], columns: number): Row[] {
  const rows: { ratios: number[]; sum: number }[] = [];
  const full = columns * FULL_ROW_PER_PICTURE;
  for (const ratio of ratios) {
    const row = rows.at(-1);
    const takesMore = row && row.ratios.length < columns && Math.abs(row.sum + ratio - full) < Math.abs(row.sum - full);
    if (takesMore) {
      row.ratios.push(ratio);
      row.sum += ratio;
    } else rows.push({ ratios: [ratio], sum: ratio });
  }
  return rows;
}

/** A row with room for another picture is as high as the one before it. */
function referenceFor(row: Row, before: Row | undefined, columns: number): { sum: number; count: number } {
  const reference = before ? { sum: before.sum, count: before.ratios.length } : { sum: columns * 1.1, count: columns };
  const isOpen = row.ratios.length < columns && row.sum < reference.sum * 0.9;
  return isOpen ? reference : { sum: row.sum, count: row.ratios.length };
}

/**
 * Places frames, given by their ratios, in rows of at most `columns`, each as wide as the grid and of one height. Keeps
 * the reading order, without measuring or cropping.
 */
export function justifyRows(ratios: readonly number[], columns: number): RowPosition[] {
  const rows = splitRows(ratios, columns);
  return rows.flatMap((row, index) => {
    const isLast = index === rows.length - 1;
    const own = { sum: row.sum, count: row.ratios.length };
    const reference = isLast ? referenceFor(row, rows[index - 1], columns) : own;
    return row.ratios.map((ratio) => {
      const share = ratio / reference.sum;
      return { row: index, share, gaps: share * (reference.count - 1), fills: reference.sum === row.sum };
    });
  });
}
