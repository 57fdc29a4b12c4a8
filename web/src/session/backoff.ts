const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/**
 * Exponential backoff with full jitter in milliseconds, so that browsers disconnected together don't reconnect together.
 * `random` returns a number from 0 to below 1.
 */
export const backoff = (failures: number, random: () => number = Math.random) =>
  Math.round(random() * Math.min(MAX_MS, FIRST_MS * 2 ** failures));
