import { expect, test } from "vitest";
import { DIGITAL_SOURCE_TYPES, SOURCE_CODES } from "#shared/artwork-sources.ts";
import { MEDIUMS } from "#shared/mediums.ts";

test("addresses tell sources from mediums", () => {
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
