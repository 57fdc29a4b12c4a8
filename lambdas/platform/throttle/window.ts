import { epochSeconds } from "../runtime/time.ts";

/** Number of a moment's window, and that window's end in epoch seconds. */
export function windowAt(now: Date, seconds: number) {
  const nth = Math.floor(epochSeconds(now) / seconds);
  return { nth, ends: (nth + 1) * seconds };
}
