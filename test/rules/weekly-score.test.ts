import fc from "fast-check";
import { expect, test } from "vitest";
import { COUNTED_DAYS, leastWeeklyRank, weeklyRank, weeklyScore } from "#lambdas/areas/popularity/weekly-score.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TODAY = 20_780;

const counts = fc.uniqueArray(
  fc.record({ day: fc.integer({ min: TODAY - 28, max: TODAY }), count: fc.integer({ min: -3, max: 100_000 }) }),
  { selector: ({ day }) => day, maxLength: 29 },
);

/** The decayed sum on a day. */
const worth = (of: readonly { day: number; count: number }[], on: number) =>
  of.reduce((sum, { day, count }) => sum + Math.max(0, count) * 2 ** ((day - on) / 3), 0);

test("ranks are ordered like the decayed sums of any day", () => {
  fc.assert(
    fc.property(counts, counts, fc.integer({ min: TODAY, max: TODAY + 400 }), (one, other, on) => {
      const [first, second] = [worth(one, on), worth(other, on)];
      const [a, b] = [weeklyScore(one), weeklyScore(other)];
      fc.pre(a !== undefined && b !== undefined && Math.abs(Math.log2(first / second)) > 1e-5);
      expect(weeklyRank(a ?? 0, "") < weeklyRank(b ?? 0, "")).toBe(first < second);
    }),
  );
});

test("the order of the counts doesn't matter, and a removed favourite has no effect", () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: TODAY - 28, max: TODAY }), (days, day) => {
      const score = weeklyScore(days);
      // Floating-point sums depend on their order in the last digit; ranks keep six digits.
      if (score === undefined) expect(weeklyScore(days.toReversed())).toBeUndefined();
      else expect(weeklyScore(days.toReversed())).toBeCloseTo(score, 9);
      const others = days.filter((one) => one.day !== day);
      expect(weeklyScore([...others, { day, count: 0 }])).toBe(weeklyScore(others) as never);
    }),
  );
});

test("a favourite of today is worth two of three days ago, and without favourites there is no score", () => {
  expect(weeklyScore([{ day: TODAY, count: 1 }])).toBeCloseTo(weeklyScore([{ day: TODAY - 3, count: 2 }]) ?? 0, 9);
  expect(weeklyScore([])).toBeUndefined();
  expect(weeklyScore([{ day: TODAY, count: -1 }])).toBeUndefined();
});

test("the list ends at the score of a single favourite of a week ago", () => {
  const least = leastWeeklyRank(new Date(TODAY * DAY_MS + 1000));
  expect(weeklyRank(weeklyScore([{ day: TODAY - 7, count: 1 }]) ?? 0, "id") >= least).toBe(true);
  expect(weeklyRank(weeklyScore([{ day: TODAY - 8, count: 1 }]) ?? 0, "id") < least).toBe(true);
});

test("a removed favourite is stored for longer than it would count", () => {
  expect(LIFETIMES.formerFavorite * 1000).toBeGreaterThanOrEqual((COUNTED_DAYS + 1) * DAY_MS);
});
