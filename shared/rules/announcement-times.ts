import { LIMITS } from "../limits.ts";

const WEEK = 7 * 24 * 60 * 60;

/** True if no seven days have more than the allowed number of these times (epoch seconds). */
function isSpaced(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.every((time, index) => (sorted[index + LIMITS.announcement.perWeek] ?? Infinity) - time >= WEEK);
}

/** The earliest time from `at` on at which a further announcement keeps the bound on any seven days; epoch seconds. */
export function findFreeTime(times: readonly number[], at: number): number {
  const later = times.map((time) => time + WEEK).filter((time) => time > at);
  const candidates = [at, ...later.toSorted((one, other) => one - other)];
  return candidates.find((candidate) => isSpaced([...times, candidate])) ?? at;
}

/** Times that still count at a moment, in epoch seconds: those of the last seven days and later ones. */
export const isCounted = (time: number, now: number) => time > now - WEEK;
