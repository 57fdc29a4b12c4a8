import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { Email } from "./account.ts";
import { requiredText } from "./primitives.ts";
import { Country } from "./profile.ts";

/** Billing details of a purchase. */
export const BillingForm = z.object(
  {
    billingName: requiredText(LIMITS.billing.name),
    billingSurname: requiredText(LIMITS.billing.name),
    billingEmail: Email,
    billingAddress: requiredText(LIMITS.billing.address),
    billingZip: requiredText(LIMITS.billing.zip),
    billingCity: requiredText(LIMITS.billing.city),
    billingCountry: Country,
  },
  MESSAGES.invalid,
);
export type BillingForm = z.output<typeof BillingForm>;
