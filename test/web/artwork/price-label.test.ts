import { expect, test } from "vitest";
import { priceLabel } from "#web/features/artwork/price-label.ts";

const terms = {
  artworkAvailability: "available",
  artworkType: "commercial",
  artworkLicense: "commercial",
  artworkUse: "separate",
  artworkPersonal: 10,
  artworkCommercial: 1000,
} as const;

test.each([
  [undefined, "$12.85"],
  ["personal", "$12.85"],
  ["commercial", "$1,052.35"],
] as const)("the price of a licence of type %s is all in", (type, label) => {
  expect(priceLabel(terms, type)).toBe(label);
});

test("a licence that isn't offered has none", () => {
  expect(priceLabel({ ...terms, artworkLicense: "personal" }, "commercial")).toBeNull();
});
