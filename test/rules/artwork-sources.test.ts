import { expect, test } from "vitest";
import { DIGITAL_SOURCE_TYPES, SOURCES } from "#shared/artwork-sources.ts";
import { MEDIUMS } from "#shared/mediums.ts";

test("addresses tell sources from mediums", () => {
  expect(Object.keys(SOURCES).filter((source) => source in MEDIUMS)).toEqual([]);
});

test("each source has a term of IPTC's vocabulary of its own", () => {
  expect(Object.values(DIGITAL_SOURCE_TYPES)).toEqual(
    [
      "digitalCreation",
      "digitalCapture",
      "algorithmicMedia",
      "compositeWithTrainedAlgorithmicMedia",
      "trainedAlgorithmicMedia",
    ].map((term) => `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`),
  );
});
