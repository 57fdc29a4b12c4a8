import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SellingForm } from "#shared/model/billing.ts";
import { IntentForm } from "#shared/model/order.ts";
import { parseVatNumber } from "#shared/rules/vat-numbers.ts";
import { fieldTable, upTo } from "./get-problems.ts";

const ID = "0199a0de-0000-7000-8000-000000000001";

describe("a VAT number", () => {
  test.each([
    ["ATU12345678", undefined, "ATU12345678"],
    ["atu 1234-5678", "DE", "ATU12345678"],
    ["DE123456789", "DE", "DE123456789"],
    ["123456789", "DE", "DE123456789"],
    ["12345678", "DE", undefined],
    ["DE12345678", "DE", undefined],
    ["123456789", "GR", "EL123456789"],
    ["EL123456789", "GR", "EL123456789"],
    ["CHE-123.456.789 MWST", "CH", "CHE123456789MWST"],
    ["NL123456789B01", "BE", "NL123456789B01"],
    ["XI123456789", "GB", "XI123456789"],
    ["GB123456789", "GB", "GB123456789"],
    ["12-3456789", "US", "123456789"],
    ["123456789", undefined, undefined],
    ["ABCDEF", "US", undefined],
    ["123", "US", undefined],
    ["1".repeat(21), "US", undefined],
    ["ＡＴＵ１２３４５６７８", "AT", "ATU12345678"],
    ["АТU12345678", "AT", undefined],
    ["", "AT", undefined],
  ])("%s billed to %s is parsed as %s", (text, country, number) => {
    expect(parseVatNumber(text, country)).toBe(number);
  });
});

describe("a company's VAT number and reference", () => {
  const business = {
    artworkId: ID,
    versionId: ID,
    licenseUsage: "business",
    licenseType: "personal",
    licenseCompany: "Dune",
  };
  fieldTable(IntentForm, business, "billingVat", [
    ["missing", undefined],
    ["empty", ""],
    ...upTo(LIMITS.vatNumber.max),
    ["a number", 42, "Value needs to be a string"],
  ]);
  fieldTable(IntentForm, business, "billingReference", [["empty", ""], ...upTo(LIMITS.billingReference.max)]);
  const person = { ...business, licenseUsage: "personal", licenseCompany: "" };
  fieldTable(IntentForm, person, "billingReference", [
    ["empty", ""],
    ["of a person", "PO 1", "Invalid value"],
  ]);
});

describe("a seller's details", () => {
  fieldTable(SellingForm, {}, "sellerAddress", [
    ["missing", undefined],
    ["lines", "Way 1\nGraz"],
    ...upTo(LIMITS.sellerAddress.max),
  ]);
  fieldTable(SellingForm, {}, "sellerVat", [
    ["missing", undefined],
    ["empty", ""],
    ["with its country", "atu12345678"],
    ["without its country", "123456789", MESSAGES.vatInvalid],
    ["too long", "A".repeat(31), "Invalid value"],
    ["a number", 42, "Value needs to be a string"],
  ]);
});
