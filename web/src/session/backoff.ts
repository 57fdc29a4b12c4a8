const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * How long to wait before another try, in milliseconds: anything up to a bound that doubles with each failure, so that
 * browsers cut off at once don't come back at once. `random` gives from 0 up to 1.
 */
export const backoff = (failures: number, random: () => number = Math.random) =>
  Math.round(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures));
