const DAY_MS = 24 * 60 * 60 * 1000;

/** Days after which a favourite counts half in the weekly list. */
const HALF_LIFE_DAYS = 3;

/** Days that a favourite counts at all; by then it weighs less than a five-hundredth. */
export const COUNTED_DAYS = 28;

/** Days since 1970, UTC. */
export const toDayNumber = (moment: string | Date) => Math.floor(new Date(moment).getTime() / DAY_MS);

/** The day's count expires when none of its favourites counts any more. Epoch seconds. */
export const getExpiry = (day: number) => ((day + COUNTED_DAYS + 1) * DAY_MS) / 1000;

/** Favourites of an artwork on one day. */
export interface DayCount {
  readonly day: number;
  /** Below zero only where a favourite from before days were counted was taken back. */
  readonly count: number;
}

/**
 * An artwork's favourites, each worth half after every half-life, as a logarithm: since all of them fall by the same
 * amount a day, their order stays right without recomputing any. `undefined` where none counts.
 */
export function weeklyScore(counts: readonly DayCount[]): number | undefined {
  const counting = counts.filter(({ count }) => count > 0);
  if (counting.length === 0) return undefined;
  const last = Math.max(...counting.map(({ day }) => day));
  const sum = counting.reduce((total, { day, count }) => total + count * 2 ** ((day - last) / HALF_LIFE_DAYS), 0);
  return last / HALF_LIFE_DAYS + Math.log2(sum);
}

/** The score as text that sorts like it. */
const scoreText = (score: number) => score.toFixed(6).padStart(14, "0");

/** Sorts by score, then by time. */
export const weeklyRank = (score: number, artworkId: string) => `${scoreText(score)}#${artworkId}`;

const WEEK_DAYS = 7;

/** The least rank of the weekly list: what a single favourite of a week ago is worth. */
export const leastWeeklyRank = (now: Date) => scoreText((toDayNumber(now) - WEEK_DAYS) / HALF_LIFE_DAYS);
