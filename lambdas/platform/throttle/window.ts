import { epochSeconds } from "../runtime/time.ts";

/** Which of the windows of so many seconds a moment falls into, and that window's end in epoch seconds. */
export function windowAt(now: Date, seconds: number) {
  const nth = Math.floor(epochSeconds(now) / seconds);
  return { nth, ends: (nth + 1) * seconds };
}
