import { describe } from "vitest";
import { Breakdown, DiscountForm, FreeOrderForm, IntentForm, PaidOrderForm } from "#shared/model/order.ts";
import { fieldTable, required, upTo } from "./get-problems.ts";

const ID = "0199a0de-0000-7000-8000-000000000001";

const wanted = { artworkId: ID, versionId: ID, licenseUsage: "personal", licenseType: "personal" };

describe("orders", () => {
  for (const field of ["artworkId", "versionId"]) {
    fieldTable(FreeOrderForm, wanted, field, [
      ["missing", undefined, "Required value"],
      ["no UUID", "42", "Invalid UUID"],
      ["a UUID and more", `${ID}0`, "Invalid UUID"],
      ["a number", 42, "Value needs to be a string"],
      ["capital letters", ID.toUpperCase()],
    ]);
  }

  fieldTable(IntentForm, wanted, "discountId", [
    ["none", null],
    ["one", ID],
    ["no UUID", "TWENTY", "Invalid UUID"],
  ]);

  fieldTable(PaidOrderForm, {}, "orderIntent", [
    ["missing", undefined, "Required value"],
    ["26 characters are too few", "p".repeat(26), "Intent ID is invalid"],
    ["27 characters are accepted", "p".repeat(27)],
    ["28 characters are too many", "p".repeat(28), "Intent ID is invalid"],
  ]);
});

describe("amounts in cents", () => {
  const valid = { licensePrice: 100_000, buyerFee: 5235, discount: 0, orderSpent: 105_235 };

  for (const field of ["licensePrice", "buyerFee", "discount", "orderSpent"]) {
    fieldTable(Breakdown, valid, field, [
      ["missing", undefined, "Required value"],
      ["nothing for a free licence", 0],
      ["part of a cent", 0.5, "Value needs to be a positive integer"],
      ["less than nothing", -1, "Value needs to be a positive integer"],
      ["a word", "10", "Value needs to be a positive integer"],
    ]);
  }

  fieldTable(Breakdown, valid, "licensePrice", [
    ["the dearest offer", 20_000_000],
    ["a cent more than the dearest", 20_000_001, "Invalid value"],
  ]);
});

describe("discounts", () => {
  fieldTable(DiscountForm, { artworkId: ID }, "discountCode", [...required, ...upTo(50, "Invalid value")]);
});
