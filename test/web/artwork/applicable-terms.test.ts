import { describe, expect, test } from "vitest";
import type { ArtworkTermsInput } from "#shared/rules/artwork-terms.ts";
import { applicableFields, offeredChoices } from "#web/features/artwork/applicable-terms.ts";

const listApplicableFields = (terms: ArtworkTermsInput) =>
  Object.entries(applicableFields(terms))
    .filter(([, isAsked]) => isAsked)
    .map(([field]) => field);

test.each<[string, ArtworkTermsInput, string[]]>([
  ["an unavailable artwork", { artworkAvailability: "unavailable" }, []],
  [
    "an available artwork before anything else is said",
    { artworkAvailability: "available" },
    ["artworkType", "artworkLicense"],
  ],
  [
    "a free artwork for personal use",
    { artworkAvailability: "available", artworkType: "free", artworkLicense: "personal" },
    ["artworkType", "artworkLicense"],
  ],
  [
    "a free artwork with a commercial licence",
    { artworkAvailability: "available", artworkType: "free", artworkLicense: "commercial" },
    ["artworkType", "artworkLicense", "artworkUse"],
  ],
  [
    "a free artwork whose commercial licence is sold",
    { artworkAvailability: "available", artworkType: "free", artworkLicense: "commercial", artworkUse: "separate" },
    ["artworkType", "artworkLicense", "artworkUse", "artworkCommercial"],
  ],
  [
    "a sold artwork for personal use",
    { artworkAvailability: "available", artworkType: "commercial", artworkLicense: "personal" },
    ["artworkType", "artworkLicense", "artworkPersonal"],
  ],
  [
    "a sold artwork with an included commercial licence",
    {
      artworkAvailability: "available",
      artworkType: "commercial",
      artworkLicense: "commercial",
      artworkUse: "included",
    },
    ["artworkType", "artworkLicense", "artworkUse", "artworkPersonal"],
  ],
  [
    "a sold artwork with a separate commercial licence, whatever its prices are",
    {
      artworkAvailability: "available",
      artworkType: "commercial",
      artworkLicense: "commercial",
      artworkUse: "separate",
      artworkPersonal: 900,
      artworkCommercial: 3,
    },
    ["artworkType", "artworkLicense", "artworkUse", "artworkPersonal", "artworkCommercial"],
  ],
])("%s has only its applicable fields", (_name, terms, fields) => {
  expect(listApplicableFields(terms)).toEqual(fields);
});

describe("an artist who isn't onboarded", () => {
  test("is offered nothing that costs money", () => {
    const offered = offeredChoices({ artworkAvailability: "available", artworkType: "free" }, false);
    expect(offered.artworkType).toEqual(["free"]);
    expect(offered.artworkUse).toEqual(["included"]);
  });

  test("keeps the choice that the artwork has now", () => {
    const present = {
      artworkAvailability: "available",
      artworkType: "commercial",
      artworkLicense: "personal",
      artworkUse: "unavailable",
      artworkPersonal: 40,
      artworkCommercial: 0,
    } as const;
    expect(offeredChoices(present, false, present).artworkType).toEqual(["commercial", "free"]);
  });
});

test("a seller is offered everything", () => {
  const offered = offeredChoices({ artworkAvailability: "available", artworkType: "free" }, true);
  expect(offered.artworkType).toEqual(["commercial", "free"]);
  expect(offered.artworkUse).toEqual(["separate", "included"]);
});
