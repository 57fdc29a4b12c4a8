import { expect, test } from "vitest";
import { DIGITAL_SOURCE_TYPES, SOURCE_CODES } from "#shared/artwork-sources.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import { MATURITY_MARKS } from "#shared/rules/maturity.ts";

test("the table tells sources and marks apart by their first letters, and addresses tell sources from mediums", () => {
  const labels = [...SOURCE_CODES, ...MATURITY_MARKS];
  expect(new Set(labels.map((label) => label.charAt(0))).size).toBe(labels.length);
  expect(SOURCE_CODES.filter((source) => source in MEDIUMS)).toEqual([]);
});

test("each source has a term of IPTC's vocabulary of its own", () => {
  expect(SOURCE_CODES.map((source) => DIGITAL_SOURCE_TYPES[source])).toEqual(
    [
      "digitalCreation",
      "digitalCapture",
      "algorithmicMedia",
      "compositeWithTrainedAlgorithmicMedia",
      "trainedAlgorithmicMedia",
    ].map((term) => `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`),
  );
});
