import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ArtworkTerms,
  type ArtworkTermsInput,
  AVAILABILITIES,
  findArtworkTermsProblems,
  LICENSES,
  normalizeArtworkTerms,
  sellsCommercially,
  TYPES,
  USES,
} from "#shared/rules/artwork-terms.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";

/** Prices around every limit and beyond them, fractions too. */
const price = fc.oneof(
  fc.constantFrom(-1, 0, 1, 9, 10, 11, 999, 1000, 1001),
  fc.integer({ min: -2000, max: 2000 }),
  fc.double({ min: -2000, max: 2000, noNaN: true }),
);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Any input of the form. */
const anyInput: fc.Arbitrary<ArtworkTermsInput> = fc.record({
  artworkAvailability: fc.constantFrom(...AVAILABILITIES),
  artworkType: maybe(fc.constantFrom(...TYPES)),
  artworkLicense: maybe(fc.constantFrom(...LICENSES)),
  artworkUse: maybe(fc.constantFrom(...USES)),
  artworkPersonal: maybe(price),
  artworkCommercial: maybe(price),
});

const soundPrice = fc.integer({ min: 10, max: 1000 });

/** Valid inputs are rare among all inputs, so they are also generated; the filter keeps only those. */
const validInput = fc
  .oneof(
    anyInput,
    fc.record({
      artworkAvailability: fc.constant("available" as const),
      artworkType: fc.constantFrom("commercial" as const, "free" as const),
      artworkLicense: fc.constantFrom("commercial" as const, "personal" as const),
      artworkUse: fc.constantFrom("separate" as const, "included" as const),
      artworkPersonal: soundPrice,
      artworkCommercial: soundPrice,
    }),
  )
  .filter((input) => Object.keys(findArtworkTermsProblems(input)).length === 0);

const isPrice = (value: number | undefined, above = 0) =>
  value !== undefined && Number.isInteger(value) && value >= 10 && value > above && value <= 1000;

/** The rules for an artwork's terms, stated independently of the code: the fields that they refuse. */
function refusedByTheBook(form: ArtworkTermsInput): string[] {
  if (form.artworkAvailability === "unavailable") return [];
  const isFree = form.artworkType === "free";
  const isSold = form.artworkType === "commercial";
  const isLicensed = form.artworkLicense === "commercial";
  const isSeparate = isLicensed && form.artworkUse === "separate";
  const personal = isSold ? (form.artworkPersonal ?? 0) : 0;
  const refused = {
    artworkType: !isFree && !isSold,
    artworkLicense: !isLicensed && form.artworkLicense !== "personal",
    artworkUse: isLicensed && form.artworkUse !== "separate" && form.artworkUse !== "included",
    artworkPersonal: isSold && !isPrice(form.artworkPersonal),
    artworkCommercial: isSeparate && !isPrice(form.artworkCommercial, personal),
  };
  return Object.entries(refused).flatMap(([field, isRefused]) => (isRefused ? [field] : []));
}

/** Invariants of every artwork's normalized terms. */
function expectInvariants(terms: ArtworkTerms) {
  if (terms.artworkAvailability === "unavailable") {
    expect(terms).toEqual({
      artworkAvailability: "unavailable",
      artworkType: "unavailable",
      artworkLicense: "unavailable",
      artworkUse: "unavailable",
      artworkPersonal: 0,
      artworkCommercial: 0,
    });
    return;
  }
  if (terms.artworkType === "free") expect(terms.artworkPersonal).toBe(0);
  else expect(isPrice(terms.artworkPersonal)).toBe(true);
  if (terms.artworkLicense === "personal") {
    expect(terms).toMatchObject({ artworkUse: "unavailable", artworkCommercial: 0 });
  } else if (terms.artworkUse === "separate") {
    expect(isPrice(terms.artworkCommercial, terms.artworkPersonal)).toBe(true);
  } else {
    expect(terms).toMatchObject({ artworkUse: "included", artworkCommercial: terms.artworkPersonal });
  }
}

const check = (property: fc.IRawProperty<unknown>) => fc.assert(property as fc.IProperty<unknown>, { numRuns: 2000 });

describe("normalizing an artwork's terms", () => {
  test("is idempotent", () => {
    check(
      fc.property(anyInput, (input) => {
        const once = normalizeArtworkTerms(input);
        expect(normalizeArtworkTerms(once)).toEqual(once);
      }),
    );
  });

  test("keeps terms valid or invalid", () => {
    check(
      fc.property(anyInput, (input) => {
        const isValid = (terms: ArtworkTermsInput) => Object.keys(findArtworkTermsProblems(terms)).length === 0;
        expect(isValid(normalizeArtworkTerms(input))).toBe(isValid(input));
      }),
    );
  });

  test("gives valid terms that satisfy the invariants", () => {
    check(fc.property(validInput, (input) => expectInvariants(normalizeArtworkTerms(input))));
  });

  test("keeps the values that don't depend on others", () => {
    check(
      fc.property(validInput, (input) => {
        const terms = normalizeArtworkTerms(input);
        expect(terms.artworkAvailability).toBe(input.artworkAvailability);
        if (input.artworkAvailability === "unavailable") return;
        expect(terms).toMatchObject({ artworkType: input.artworkType, artworkLicense: input.artworkLicense });
        if (input.artworkType === "commercial") expect(terms.artworkPersonal).toBe(input.artworkPersonal);
      }),
    );
  });
});

describe("the validation of an artwork's terms", () => {
  test("refuses the same fields as the independent rules", () => {
    check(
      fc.property(fc.oneof(anyInput, validInput), (input) => {
        expect(Object.keys(findArtworkTermsProblems(input)).sort()).toEqual(refusedByTheBook(input).sort());
      }),
    );
  });
});

describe("the licences that an artwork offers", () => {
  const offered = (terms: ArtworkTerms) => listLicenseOptions(terms).map(({ licenseType }) => licenseType);

  test("are a personal one unless the commercial one is included, and a commercial one if offered", () => {
    check(
      fc.property(validInput.map(normalizeArtworkTerms), (terms) => {
        const isAvailable = terms.artworkAvailability === "available";
        expect(offered(terms).includes("personal")).toBe(isAvailable && terms.artworkUse !== "included");
        expect(offered(terms).includes("commercial")).toBe(
          isAvailable && (terms.artworkUse === "separate" || terms.artworkUse === "included"),
        );
      }),
    );
  });

  test("have the prices of the terms, in cents and within the limits", () => {
    check(
      fc.property(validInput.map(normalizeArtworkTerms), (terms) => {
        for (const { licenseType, licensePrice } of listLicenseOptions(terms)) {
          const dollars = licenseType === "personal" ? terms.artworkPersonal : terms.artworkCommercial;
          expect(licensePrice).toBe(dollars * 100);
          expect(licensePrice === 0 || (licensePrice >= 1000 && licensePrice <= 100_000)).toBe(true);
        }
      }),
    );
  });

  test("never cost less for commercial than for personal use", () => {
    check(
      fc.property(validInput.map(normalizeArtworkTerms), (terms) => {
        const [personal, commercial] = listLicenseOptions(terms);
        if (personal && commercial) expect(commercial.licensePrice).toBeGreaterThan(personal.licensePrice);
      }),
    );
  });

  test("have a price exactly if the artwork is for sale", () => {
    check(
      fc.property(validInput.map(normalizeArtworkTerms), (terms) => {
        expect(sellsCommercially(terms)).toBe(listLicenseOptions(terms).some(({ licensePrice }) => licensePrice > 0));
      }),
    );
  });

  test.each([
    [{ artworkType: "free", artworkLicense: "personal" }, ["personal 0"]],
    [{ artworkType: "free", artworkLicense: "commercial", artworkUse: "included" }, ["commercial 0"]],
    [
      { artworkType: "free", artworkLicense: "commercial", artworkUse: "separate", artworkCommercial: 40 },
      ["personal 0", "commercial 4000"],
    ],
    [{ artworkType: "commercial", artworkLicense: "personal", artworkPersonal: 20 }, ["personal 2000"]],
    [
      { artworkType: "commercial", artworkLicense: "commercial", artworkUse: "included", artworkPersonal: 20 },
      ["commercial 2000"],
    ],
    [
      {
        artworkType: "commercial",
        artworkLicense: "commercial",
        artworkUse: "separate",
        artworkPersonal: 20,
        artworkCommercial: 40,
      },
      ["personal 2000", "commercial 4000"],
    ],
  ] as const)("%j offers %j", (terms, options) => {
    const normalized = normalizeArtworkTerms({ artworkAvailability: "available", ...terms });
    expect(listLicenseOptions(normalized).map((option) => `${option.licenseType} ${option.licensePrice}`)).toEqual(
      options,
    );
  });

  test("are none while it is unavailable", () => {
    expect(listLicenseOptions(normalizeArtworkTerms({ artworkAvailability: "unavailable" }))).toEqual([]);
  });
});
