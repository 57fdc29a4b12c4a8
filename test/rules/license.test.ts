import { describe, expect, test } from "vitest";
import { LicenseForm, VerifierForm } from "#shared/model/license.ts";
import { fieldTable, required, upTo } from "./get-problems.ts";

describe("licence form", () => {
  const person = { licenseUsage: "personal", licenseType: "personal" };
  const business = { licenseUsage: "business", licenseType: "commercial", licenseCompany: "Acme" };

  fieldTable(LicenseForm, business, "licenseUsage", [
    ["business", "business"],
    ["missing", undefined, "Required value"],
    ["empty", "", "Required value"],
    ["anything else", "family", "Invalid value"],
  ]);

  fieldTable(LicenseForm, person, "licenseType", [
    ["personal", "personal"],
    ["commercial", "commercial"],
    ["missing", undefined, "Required value"],
    ["unavailable", "unavailable", "Invalid value"],
  ]);

  describe("a business names its company", () => {
    fieldTable(LicenseForm, business, "licenseCompany", [
      ["missing", undefined, "Required value"],
      ["empty", "", "Required value"],
      ["nothing but white space", "  ", "Required value"],
      ["the word for none", "unavailable", "Invalid value"],
      ["a number", 7, "Value needs to be a string"],
      ...upTo(100),
    ]);
  });

  describe("a personal licence has none", () => {
    fieldTable(LicenseForm, person, "licenseCompany", [
      ["missing", undefined],
      ["empty", ""],
      ["the word for none", "unavailable"],
      ["a company", "Acme", "Invalid value"],
    ]);
  });

  fieldTable(LicenseForm, person, "licenseAssignee", [["may be missing", undefined], ...upTo(70)]);

  test("a personal licence has the company value unavailable", () => {
    expect(LicenseForm.parse({ ...person, licenseCompany: "" })).toEqual({ ...person, licenseCompany: "unavailable" });
  });

  test("a company's name is only trimmed", () => {
    expect(LicenseForm.parse({ ...business, licenseCompany: " Acme  Ltd " }).licenseCompany).toBe("Acme  Ltd");
  });
});

describe("verifier", () => {
  const valid = { licenseFingerprint: "0".repeat(40) };
  const buildHex = (length: number) =>
    [
      [`${length - 1} characters are too few`, "a".repeat(length - 1), "Invalid value"],
      [`${length} characters are accepted`, "a".repeat(length)],
      [`${length + 1} characters are too many`, "a".repeat(length + 1), "Invalid value"],
      ["capital letters are accepted", "A".repeat(length)],
      ["what is no hexadecimal digit is not", "g".repeat(length), "Invalid value"],
    ] as const;

  fieldTable(VerifierForm, valid, "licenseFingerprint", [...required, ...buildHex(40)]);
  fieldTable(VerifierForm, valid, "assigneeIdentifier", [["may be missing", undefined], ...buildHex(20)]);
  fieldTable(VerifierForm, valid, "assignorIdentifier", [["may be missing", undefined], ...buildHex(20)]);
});
