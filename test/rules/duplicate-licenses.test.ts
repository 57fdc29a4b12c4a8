import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDuplicateLicense, type HeldLicense } from "#shared/rules/duplicate-licenses.ts";
import { LICENSE_USAGES, normalizeCompany } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";

const COMPANY_EXISTS = {
  field: "licenseCompany",
  message: "There is already a license assigned to the provided company",
};
const ALREADY_EXISTS = { field: "licenseType", message: "There is already an identical license assigned to you" };
const SUPERSEDED = {
  field: "licenseType",
  message: "There is already a commercial license assigned to you which supersedes the currently selected license type",
};

const personal = (licenseType: "personal" | "commercial"): HeldLicense => ({
  licenseUsage: "personal",
  licenseType,
  licenseCompany: "unavailable",
});
const business = (licenseCompany: string, licenseType: "personal" | "commercial" = "commercial"): HeldLicense => ({
  licenseUsage: "business",
  licenseType,
  licenseCompany,
});

describe("a duplicate licence", () => {
  test.each([
    ["the first one isn't a duplicate", personal("personal"), [], undefined],
    ["the same type again", personal("personal"), [personal("personal")], ALREADY_EXISTS],
    ["commercial again", personal("commercial"), [personal("commercial")], ALREADY_EXISTS],
    ["commercial after personal isn't a duplicate", personal("commercial"), [personal("personal")], undefined],
    ["personal after commercial", personal("personal"), [personal("commercial")], SUPERSEDED],
    [
      "personal after both is reported as identical, not as superseded",
      personal("personal"),
      [personal("commercial"), personal("personal")],
      ALREADY_EXISTS,
    ],
    ["a personal one beside a company's isn't a duplicate", personal("personal"), [business("Acme")], undefined],
    ["a company's beside a personal one isn't a duplicate", business("Acme"), [personal("commercial")], undefined],
    ["the same company again", business("Acme"), [business("Acme")], COMPANY_EXISTS],
    ["the same company with another type", business("Acme", "personal"), [business("Acme")], COMPANY_EXISTS],
    ["the same company in other white space", business(" Acme \t Ltd\n"), [business("Acme Ltd")], COMPANY_EXISTS],
    ["a name without its space is another company", business("AcmeLtd"), [business("Acme Ltd")], undefined],
    ["another company's isn't a duplicate", business("Acme", "personal"), [business("Bolt")], undefined],
  ])("%s", (_what, wanted, held, problem) => {
    expect(findDuplicateLicense(wanted, held)).toEqual(problem);
  });

  const license: fc.Arbitrary<HeldLicense> = fc.record({
    licenseUsage: fc.constantFrom(...LICENSE_USAGES),
    licenseType: fc.constantFrom(...LICENSE_TYPES),
    licenseCompany: fc.constantFrom("Acme", " Acme ", "Acme  Ltd", "Acme Ltd", "Bolt"),
  });
  const held = fc.array(license, { maxLength: 5 });

  test("depends only on the licences of the same usage", () => {
    fc.assert(
      fc.property(license, held, (wanted, licenses) => {
        const same = licenses.filter(({ licenseUsage }) => licenseUsage === wanted.licenseUsage);
        expect(findDuplicateLicense(wanted, licenses)).toEqual(findDuplicateLicense(wanted, same));
      }),
    );
  });

  test("doesn't depend on the order of the others", () => {
    fc.assert(
      fc.property(license, held, (wanted, licenses) => {
        expect(findDuplicateLicense(wanted, licenses.toReversed())).toEqual(findDuplicateLicense(wanted, licenses));
      }),
    );
  });

  test("is every licence already held", () => {
    fc.assert(
      fc.property(license, held, (wanted, licenses) => {
        expect(findDuplicateLicense(wanted, [...licenses, wanted])).toBeDefined();
      }),
    );
  });

  test("stays a duplicate when more licences are bought", () => {
    fc.assert(
      fc.property(license, held, license, (wanted, licenses, more) => {
        if (findDuplicateLicense(wanted, licenses)) {
          expect(findDuplicateLicense(wanted, [...licenses, more])).toBeDefined();
        }
      }),
    );
  });
});

describe("a company's name", () => {
  test("is normalized by trimming and single spaces", () => {
    expect(normalizeCompany("  Acme \t\n Ltd ")).toBe("Acme Ltd");
  });

  test.each([
    ["a space without width", "Ac\u200Bme Ltd"],
    ["a joiner", "Acme\u200D Ltd"],
    ["a mark of direction", "\u2066Acme Ltd\u2069"],
    ["letters of full width", "Ａｃｍｅ Ltd"],
    ["a no-break space", "Acme\u00A0Ltd"],
  ])("is the same with %s", (_what, company) => {
    expect(normalizeCompany(company)).toBe("Acme Ltd");
  });

  test("is normalized idempotently", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "B", " ", "\t", "\n", "\u00a0") }), (company) => {
        const normal = normalizeCompany(company);
        expect(normalizeCompany(normal)).toBe(normal);
        expect(normal).not.toMatch(/^\s|\s$|\s\s/);
      }),
    );
  });
});
