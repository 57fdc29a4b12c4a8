import { DISPLAY } from "#shared/limits.ts";

/** Viewport width in pixels from which so many pictures may stand in a row. */
const MIN_WIDTHS = { 5: 1800, 4: 1240, 3: 900, 2: 560, 1: 0 } as const;

/** At most how many pictures stand in a row, from which viewport width. Widest first. */
export const COLUMNS = DISPLAY.gridColumns.map((columns) => ({ columns, minWidth: MIN_WIDTHS[columns] }));

/** Beyond these a frame stops following its picture, which is then shown whole inside it. */
const RATIO = { min: 0.5, max: DISPLAY.artworkRatio };

/** Width of a row divided by its height, per picture, at which a row is full. */
const FULL_ROW_PER_PICTURE = 1.4;

/** Where a picture stands in its row: `share` of the row's width, less `gaps` times the space between pictures. */
export interface RowPosition {
  readonly row: number;
  readonly share: number;
  readonly gaps: number;
  /** False in a last row that too few pictures are left for: it keeps its height instead of filling the width. */
  readonly fills: boolean;
}

/** Width divided by height of the frame for a picture of this size. Invalid sizes get a square. */
export function frameRatio(width: number, height: number): number {
  const ratio = width / height;
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(RATIO.max, Math.max(RATIO.min, ratio)) : 1;
}

interface Row {
  readonly ratios: number[];
  readonly sum: number;
}

/** Splits frames into rows left to right. Adding frames at the end changes no row but the last. */
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

/** A row that could have taken another picture is as high as the one before it. */
function referenceFor(row: Row, before: Row | undefined, columns: number): { sum: number; count: number } {
  const reference = before ? { sum: before.sum, count: before.ratios.length } : { sum: columns * 1.1, count: columns };
  const isOpen = row.ratios.length < columns && row.sum < reference.sum * 0.9;
  return isOpen ? reference : { sum: row.sum, count: row.ratios.length };
}

/**
 * Places frames, given by their ratios, in rows of at most `columns` that are each as wide as the grid and of one
 * height. Reading order is kept, nothing is measured, and every picture is shown whole.
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
