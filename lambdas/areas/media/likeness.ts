/** Cells per side of the comparison grid, each with lightness, green to red and blue to yellow. */
const SIDE = 4;
const PARTS = 3;

const decodeLikeness = (likeness: string | undefined) => (likeness ? Buffer.from(likeness, "base64") : Buffer.alloc(0));

/** Difference of two pictures, 0 for equal ones; infinite without a likeness. */
export function computeDifference(one: string | undefined, other: string | undefined): number {
  const [a, b] = [decodeLikeness(one), decodeLikeness(other)];
  if (a.length === 0 || a.length !== b.length) return Number.POSITIVE_INFINITY;
  // Colours span less of their scale than lightness does.
  const sum = a.reduce((total, byte, at) => total + (at % PARTS === 0 ? 1 : 3) * (byte - (b[at] ?? 0)) ** 2, 0);
  return Math.sqrt(sum / a.length) / 255;
}

/** Steps of lightness and colour within which two averages count as equal. */
const STEP = { lightness: 48, color: 20, contrast: 28 } as const;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const isMiddle = (place: number) => place > 0 && place < SIDE - 1;

/**
 * Coarse index words of a likeness, shared by similar pictures: its average colour in two grids offset by half a step, so
 * that values near a border of one are inside a cell of the other, and its distribution of light.
 */
export function likenessWords(likeness: string | undefined): string[] {
  const bytes = decodeLikeness(likeness);
  if (bytes.length !== SIDE * SIDE * PARTS) return [];
  const part = (of: number) => Array.from({ length: SIDE * SIDE }, (_, cell) => bytes[cell * PARTS + of] ?? 0);
  const [lightness, red, yellow] = [part(0), part(1), part(2)];
  const average = (shift: number) =>
    [
      Math.floor(mean(lightness) / STEP.lightness + shift),
      Math.floor(mean(red) / STEP.color + shift),
      Math.floor(mean(yellow) / STEP.color + shift),
    ].join(".");
  const contrast = (isOne: (row: number, column: number) => boolean) => {
    const at = (is: boolean) => lightness.filter((_, cell) => isOne(Math.floor(cell / SIDE), cell % SIDE) === is);
    return Math.max(-2, Math.min(2, Math.round((mean(at(true)) - mean(at(false))) / STEP.contrast)));
  };
  const light = [
    contrast((row) => row < SIDE / 2),
    contrast((_, column) => column < SIDE / 2),
    contrast((row, column) => isMiddle(row) && isMiddle(column)),
  ].join(".");
  return [`a${average(0)}`, `b${average(0.5)}`, `l${light}`];
}
