import { describe, expect, test } from "vitest";
import { BillingForm } from "#shared/model/billing.ts";
import { OnboardingForm, PreferencesForm, ProfileForm } from "#shared/model/profile.ts";
import { fieldTable, getProblems, required, upTo } from "./get-problems.ts";

describe("profile", () => {
  const valid = { userName: "Ada Lovelace", userDescription: "Analyst", userCountry: "GB" };
  fieldTable(ProfileForm, valid, "userName", [...required, ...upTo(70)]);
  fieldTable(ProfileForm, valid, "userDescription", [
    ["may be missing", undefined],
    ["may be empty", ""],
    ["a number", 7, "Value needs to be a string"],
    ...upTo(150),
  ]);
  fieldTable(ProfileForm, valid, "userCountry", [
    ["may be missing", undefined],
    ["may be empty", ""],
    ["is accepted without the payment provider's support", "US"],
    ["is accepted in lower case", "gb"],
    ["two letters that are no country", "XX", "Selected country is invalid"],
    ["one letter", "G", "Selected country is invalid"],
    ["three letters", "GBR", "Selected country is invalid"],
    ["a number", 44, "Selected country is invalid"],
  ]);

  test("is trimmed, its country in capitals", () => {
    const form = { userName: " Ada ", userDescription: " Analyst ", userCountry: "gb" };
    expect(ProfileForm.parse(form)).toEqual({ userName: "Ada", userDescription: "Analyst", userCountry: "GB" });
  });
});

describe("preferences", () => {
  fieldTable(PreferencesForm, {}, "userFavorites", [
    ["on", true],
    ["off", false],
    ["missing", undefined, "Favorites need to have a value"],
    ["null", null, "Favorites need to have a value"],
    ["a word for it", "true", "Invalid value"],
  ]);
});

describe("business address", () => {
  const unsupported = "Selected country is not currently supported by Stripe";
  fieldTable(OnboardingForm, {}, "userBusinessAddress", [
    ...required,
    ["a supported country", "AT"],
    ["a supported country in small letters", "gb"],
    ["a listed country without support", "US", unsupported],
    ["no country", "XX", unsupported],
    ["one letter", "A", "Invalid value"],
    ["three letters", "AUT", "Invalid value"],
  ]);
});

describe("billing", () => {
  const valid = {
    billingName: "Ada",
    billingSurname: "Lovelace",
    billingEmail: "ada@example.com",
    billingAddress: "12 St James's Square",
    billingZip: "SW1Y 4JH",
    billingCity: "London",
    billingCountry: "GB",
  };

  test("accepts a valid form unchanged", () => {
    expect(BillingForm.parse(valid)).toEqual(valid);
  });

  test.each(["Ada", 7, true, null])("%j is invalid", (value) => {
    expect(getProblems(BillingForm, value)).toEqual({ "": "Invalid value" });
  });

  fieldTable(BillingForm, valid, "billingName", [...required, ...upTo(35)]);
  fieldTable(BillingForm, valid, "billingSurname", [...required, ...upTo(35)]);
  fieldTable(BillingForm, valid, "billingEmail", [...required, ["no address", "ada", "Invalid email"]]);
  fieldTable(BillingForm, valid, "billingAddress", [...required, ...upTo(300)]);
  fieldTable(BillingForm, valid, "billingZip", [...required, ...upTo(12)]);
  fieldTable(BillingForm, valid, "billingCity", [...required, ...upTo(100)]);
  fieldTable(BillingForm, valid, "billingCountry", [
    ...required,
    ["any listed country", "US"],
    ["no country", "XX", "Selected country is invalid"],
    ["three letters", "GBR", "Selected country is invalid"],
  ]);
});
