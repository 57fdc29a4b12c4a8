import { expect, test } from "vitest";
import { computeFees } from "#shared/rules/fees.ts";
import { priceLabel } from "#web/features/artwork/price-label.ts";
import { centsLabel } from "#web/ui/labels.ts";

const terms = {
  artworkAvailability: "available",
  artworkType: "commercial",
  artworkLicense: "commercial",
  artworkUse: "separate",
  artworkPersonal: 10,
  artworkCommercial: 1000,
} as const;

test.each([
  [undefined, 1000],
  ["personal", 1000],
  ["commercial", 100_000],
] as const)("the price of a licence of type %s is all in", (type, price) => {
  expect(priceLabel(terms, type)).toBe(centsLabel(computeFees(price).orderSpent));
});

test("a licence that isn't offered has none", () => {
  expect(priceLabel({ ...terms, artworkLicense: "personal" }, "commercial")).toBeNull();
});
