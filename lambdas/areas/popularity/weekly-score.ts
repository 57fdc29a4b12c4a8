import { DAY_MS } from "../../platform/runtime/time.ts";

/** Days after which a count weighs half in the weekly list. */
const HALF_LIFE_DAYS = 3;

/** Days after which nothing counts any more; by then it weighs less than a five-hundredth. */
export const COUNTED_DAYS = 28;

/** Days since 1970, UTC. */
export const toDayNumber = (moment: string | Date) => Math.floor(new Date(moment).getTime() / DAY_MS);

/** Epoch seconds after which the day no longer counts. */
export const getExpiry = (day: number) => ((day + COUNTED_DAYS + 1) * DAY_MS) / 1000;

/** An artwork's popularity on one day. */
export interface DayCount {
  readonly day: number;
  /** Negative only if something from before daily counts was taken back. */
  readonly count: number;
}

/**
 * Logarithm of the sum of an artwork's daily counts, each halved per half-life: all scores fall at the same rate, so their
 * order needs no recomputation. `undefined` if none counts.
 */
export function weeklyScore(counts: readonly DayCount[]): number | undefined {
  const counting = counts.filter(({ count }) => count > 0);
  if (counting.length === 0) return undefined;
  const last = Math.max(...counting.map(({ day }) => day));
  const sum = counting.reduce((total, { day, count }) => total + count * 2 ** ((day - last) / HALF_LIFE_DAYS), 0);
  return last / HALF_LIFE_DAYS + Math.log2(sum);
}

/** The score as text that sorts numerically. */
const scoreText = (score: number) => score.toFixed(6).padStart(14, "0");

/** Sorts by score, then by time. */
export const weeklyRank = (score: number, artworkId: string) => `${scoreText(score)}#${artworkId}`;

const WEEK_DAYS = 7;

/** The lowest rank in the weekly list: the weight of a single count that is a week old. */
export const leastWeeklyRank = (now: Date) => scoreText((toDayNumber(now) - WEEK_DAYS) / HALF_LIFE_DAYS);
