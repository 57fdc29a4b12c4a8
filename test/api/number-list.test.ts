import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeNumbers,
  encodeNumbers,
  FIT_ONE_LIST,
  MAX_LIST_BYTES,
  splitNumbers,
} from "#lambdas/search/number-list.ts";

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

test("any of the first documents fit into one list", () => {
  const all = Array.from({ length: FIT_ONE_LIST }, (_, number) => number);
  const everySecond = all.filter((number) => number % 2 || number === 0);
  for (const numbers of [all, everySecond, [0, FIT_ONE_LIST - 1]]) expect(splitNumbers(numbers)).toEqual([numbers]);
  const some = fc.array(fc.boolean(), { minLength: 50, maxLength: 200 });
  fc.assert(
    fc.property(some, (pattern) => {
      const numbers = all.filter((number) => pattern[number % pattern.length] || number === 0);
      expect(splitNumbers(numbers).length).toBe(1);
    }),
  );
});

test("a word in nine of ten of 100,000 documents takes four reads, one in a hundred takes one", () => {
  const all = Array.from({ length: 100_000 }, (_, number) => number);
  expect(splitNumbers(all.filter((number) => number % 10)).length).toBe(4);
  expect(splitNumbers(all.filter((number) => number % 100 === 0)).length).toBe(1);
  for (const list of splitNumbers(all)) expect(encodeNumbers(list).length).toBeLessThanOrEqual(MAX_LIST_BYTES);
});
