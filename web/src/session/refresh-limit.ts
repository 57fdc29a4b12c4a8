/** A token lives 15 minutes, so one refused sooner hasn't expired. */
const EARLY_MS = 10 * 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5 * 60_000;

/**
 * Limits how often refused tokens are refreshed. If fresh tokens are refused too, because a clock is off or a key was
 * rotated, another one won't help: after the first such refresh the wait doubles each time, up to five minutes. `now` is
 * a monotonic clock in milliseconds.
 */
export function createRefreshLimit(now: () => number = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  /** Consecutive early refreshes. */
  let early = 0;
  return {
    /** Returns true if a refresh may start now, and counts it. */
    allows(): boolean {
      const since = now() - last;
      if (since >= EARLY_MS) early = 0;
      else {
        const wait = early === 0 ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (early - 1));
        if (since < wait) return false;
        early += 1;
      }
      last = now();
      return true;
    },
    /** Forgets earlier refreshes after a log-in. */
    reset() {
      last = Number.NEGATIVE_INFINITY;
      early = 0;
    },
  };
}
