import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeNumbers, encodeNumbers, MAX_LIST_BYTES, splitNumbers } from "#lambdas/search/number-list.ts";

const ascending = (max: number, maxLength: number) =>
  fc.uniqueArray(fc.nat({ max }), { minLength: 1, maxLength }).map((numbers) => numbers.sort((a, b) => a - b));

const anyList = fc.oneof(ascending(50, 50), ascending(5000, 2000), ascending(2 ** 31 - 1, 500));

test("a list comes back as it was written", () => {
  fc.assert(
    fc.property(anyList, (numbers) => {
      expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
    }),
  );
});

test("lists that are cut fit, follow each other and lose nothing", () => {
  fc.assert(
    fc.property(anyList, fc.integer({ min: 20, max: 200 }), (numbers, max) => {
      const lists = splitNumbers(numbers, max);
      expect(lists.flat()).toEqual(numbers);
      for (const list of lists) expect(list.length === 1 || encodeNumbers(list).length <= max).toBe(true);
    }),
  );
});

test("a word in nine of ten of 100,000 documents takes four reads, one in a hundred takes one", () => {
  const all = Array.from({ length: 100_000 }, (_, number) => number);
  expect(splitNumbers(all.filter((number) => number % 10)).length).toBe(4);
  expect(splitNumbers(all.filter((number) => number % 100 === 0)).length).toBe(1);
  for (const list of splitNumbers(all)) expect(encodeNumbers(list).length).toBeLessThanOrEqual(MAX_LIST_BYTES);
});
