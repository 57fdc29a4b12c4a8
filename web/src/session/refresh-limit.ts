/** A token lives 15 minutes, so one that is refused sooner was refused for another reason than its age. */
const EARLY_MS = 10 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Says when a token that was refused may be refreshed. A fresh token that is refused as well, because a clock is off or
 * a key was rotated, won't be mended by the next one: after the first such refresh, each has to wait twice as long as
 * the one before, up to five minutes. `now` is in milliseconds and mustn't follow the computer's clock.
 */
export function createRefreshLimit(now: () => number = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  /** Refreshes in a row that came early. */
  let early = 0;
  return {
    /** Returns true if a refresh may start now, and counts it. */
    allows(): boolean {
      const since = now() - last;
      if (since >= EARLY_MS) early = 0;
      else {
        const wait = early === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (early - 1));
        if (since < wait) return false;
        early += 1;
      }
      last = now();
      return true;
    },
    /** Someone logged in, so what was before says nothing any more. */
    reset() {
      last = Number.NEGATIVE_INFINITY;
      early = 0;
    },
  };
}
