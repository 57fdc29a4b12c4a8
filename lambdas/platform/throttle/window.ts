import { epochSeconds } from "../runtime/time.ts";

/** Index of the fixed window that contains `now`, and its end in epoch seconds. */
export function computeWindow(now: Date, seconds: number) {
  const index = Math.floor(epochSeconds(now) / seconds);
  return { index, endsAt: (index + 1) * seconds };
}
