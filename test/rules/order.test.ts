import { describe, expect, test } from "vitest";
import { OrderRecord } from "#shared/model/order.ts";
import { fieldTable } from "./problems-of.ts";

const ID = "0199a0de-0000-7000-8000-000000000001";

const sound = {
  orderBuyer: ID,
  orderSeller: ID,
  orderArtwork: ID,
  orderVersion: ID,
  orderLicense: ID,
  orderDiscount: null,
  orderSpent: 1285,
  orderEarned: 850,
  orderFee: 435,
  orderIntent: `pi_${"3".repeat(24)}`,
};

describe("orders", () => {
  test("a sound one is taken as it is", () => {
    expect(OrderRecord.parse(sound)).toEqual(sound);
  });

  for (const field of ["orderBuyer", "orderSeller", "orderArtwork", "orderVersion", "orderLicense"]) {
    fieldTable(OrderRecord, sound, field, [
      ["missing", undefined, "Required value"],
      ["no UUID", "42", "Invalid UUID"],
      ["a UUID and more", `${ID}0`, "Invalid UUID"],
      ["a number", 42, "Value needs to be a string"],
      ["capital letters", ID.toUpperCase()],
    ]);
  }

  fieldTable(OrderRecord, sound, "orderDiscount", [
    ["none", null],
    ["one", ID],
    ["no UUID", "TWENTY", "Invalid UUID"],
  ]);

  for (const field of ["orderSpent", "orderEarned", "orderFee"]) {
    fieldTable(OrderRecord, sound, field, [
      ["missing", undefined, "Required value"],
      ["nothing for a free licence", 0],
      ["part of a cent", 0.5, "Value needs to be a positive integer"],
      ["less than nothing", -1, "Value needs to be a positive integer"],
      ["a word", "10", "Value needs to be a positive integer"],
    ]);
  }

  fieldTable(OrderRecord, sound, "orderIntent", [
    ["none for a free licence", null],
    ["missing", undefined, "Required value"],
    ["26 characters are too few", "p".repeat(26), "Intent ID is invalid"],
    ["27 characters are taken", "p".repeat(27)],
    ["28 characters are too many", "p".repeat(28), "Intent ID is invalid"],
  ]);
});
