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

const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const isMiddle = (place: number) => place > 0 && place < SIDE - 1;

/**
 * Coarse index words of a likeness, shared by similar pictures: its average colour in two grids offset by half a step, so
 * that values near a border of one are inside a cell of the other, and its distribution of light.
 */
export function likenessWords(likeness: string | undefined): string[] {
  const bytes = decodeLikeness(likeness);
  if (bytes.length !== SIDE * SIDE * PARTS) return [];
  const getPart = (part: number) => Array.from({ length: SIDE * SIDE }, (_, cell) => bytes[cell * PARTS + part] ?? 0);
  const [lightness, red, yellow] = [getPart(0), getPart(1), getPart(2)];
  const computeAverage = (shift: number) =>
    [
      Math.floor(computeMean(lightness) / STEP.lightness + shift),
      Math.floor(computeMean(red) / STEP.color + shift),
      Math.floor(computeMean(yellow) / STEP.color + shift),
    ].join(".");
  const computeContrast = (isInside: (row: number, column: number) => boolean) => {
    const select = (inside: boolean) =>
      lightness.filter((_, cell) => isInside(Math.floor(cell / SIDE), cell % SIDE) === inside);
    return Math.max(
      -2,
      Math.min(2, Math.round((computeMean(select(true)) - computeMean(select(false))) / STEP.contrast)),
    );
  };
  const light = [
    computeContrast((row) => row < SIDE / 2),
    computeContrast((_, column) => column < SIDE / 2),
    computeContrast((row, column) => isMiddle(row) && isMiddle(column)),
  ].join(".");
  return [`a${computeAverage(0)}`, `b${computeAverage(0.5)}`, `l${light}`];
}
