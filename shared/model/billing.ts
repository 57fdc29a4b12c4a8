import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { parseVatNumber } from "../rules/vat-numbers.ts";
import { Email } from "./account.ts";
import { optionalLines, optionalText, requiredText } from "./primitives.ts";
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

/** The buyer's location, which determines tax. */
export const TaxedAddress = z.pick(BillingForm, {
  billingAddress: true,
  billingZip: true,
  billingCity: true,
  billingCountry: true,
});
export type TaxedAddress = z.output<typeof TaxedAddress>;

/** Additional invoice fields of a business. */
export const businessShape = {
  billingVat: optionalText(LIMITS.vatNumber.max),
  /** The buyer's reference, such as a purchase order number. */
  billingReference: optionalText(LIMITS.billingReference.max),
};

type BusinessBill = z.output<z.ZodMiniObject<typeof businessShape>>;

/** The message for a malformed VAT number of that country. */
export const findVatProblem = ({ billingVat }: Pick<BusinessBill, "billingVat">, country: string) =>
  billingVat && !parseVatNumber(billingVat, country) ? MESSAGES.vatInvalid : undefined;

/** A seller's details on receipts and invoices; both are optional. The VAT number includes its country. */
export const SellingForm = z.object({
  sellerAddress: optionalLines(LIMITS.sellerAddress.max),
  sellerVat: z.optional(
    z.string({ error: MESSAGES.notString }).check(
      z.trim(),
      z.maxLength(LIMITS.vatNumber.max, MESSAGES.invalid),
      z.refine((number) => number === "" || parseVatNumber(number) !== undefined, MESSAGES.vatInvalid),
    ),
  ),
});
export type SellingForm = z.output<typeof SellingForm>;
