import { expect, test } from "vitest";
import { DIGITAL_SOURCE_TYPES, SOURCES } from "#shared/artwork-sources.ts";
import { MEDIUMS } from "#shared/mediums.ts";

test("no source has the name of a medium", () => {
  expect(Object.keys(SOURCES).filter((source) => source in MEDIUMS)).toEqual([]);
});

test("each source has its own IPTC term", () => {
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
