import { expect, test } from "vitest";
import { findInWordNet } from "#lambdas/areas/search/wordnet/find-in-wordnet.ts";
import { readWordNet } from "#lambdas/areas/search/wordnet/wordnet.built.ts";

const find = (word: string) => Object.values(findInWordNet(word)).flat();

test.each([
  ["xmas", "christmas"],
  ["puppy", "dog"],
  ["dog", "puppy"],
  ["kitten", "cat"],
  ["cat", "kitten"],
  ["sunflower", "flower"],
  ["flower", "sunflower"],
  ["bike", "bicycle"],
  ["bicycle", "bike"],
  ["infant", "baby"],
  ["foggy", "fog"],
  ["mist", "fog"],
  ["fall", "autumn"],
  ["couch", "sofa"],
  ["grey", "gray"],
  ["color", "colour"],
  ["theatre", "theater"],
  ["city", "urban"],
  ["happy", "happiness"],
  ["eagle", "bird"],
])("%s finds %s", (word, other) => {
  expect(find(word)).toContain(other);
});

test.each([
  ["dog", ["frank", "cad", "andiron", "click", "chase"]],
  ["cat", ["guy", "whip", "caterpillar"]],
  ["fall", ["waterfall", "dusk", "drop", "decline"]],
  ["star", ["wizard", "asterisk", "lead"]],
  ["plant", ["factory", "works", "mill"]],
  ["bike", ["wheel", "cycle"]],
  ["spring", ["jump", "fountain", "give"]],
  ["light", ["easy", "weak"]],
  ["tree", ["chart", "rowan", "cassie"]],
  ["pen", ["prison", "swan"]],
  ["china", ["republic"]],
])("%s doesn't find %j", (word, others) => {
  expect(others.filter((other) => find(word).includes(other))).toEqual([]);
});

test("each word has few synonyms, and the list is small", () => {
  const lines = readWordNet().split("\n");
  expect(lines.filter((line) => !/^[a-z]{3,}(\|([a-z-]+( [a-z-]+)*)?){3}$/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.split(/[| ]/).length > 1 + 8 + 12 + 3)).toEqual([]);
  expect(readWordNet().length).toBeLessThan(150_000);
});
