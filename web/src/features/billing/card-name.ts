import type { PaymentMethod } from "#shared/model/payment-method.ts";

/** Labels of Stripe's brand names that aren't the capitalized name. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  eftpos_au: "eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  unknown: "Card",
};

const formatBrand = (brand: string) =>
  BRANDS[brand] ?? `${brand.slice(0, 1).toUpperCase()}${brand.slice(1).replaceAll("_", " ")}`;

type Card = Pick<PaymentMethod, "brand" | "last4">;

/** A saved card's name as it is read out: `Visa ending in 4242`. */
export const formatCardName = ({ brand, last4 }: Card) =>
  last4 ? `${formatBrand(brand)} ending in ${last4}` : formatBrand(brand);

/** The same as it is seen: `Visa •••• 4242`. */
export const formatCardNumber = ({ brand, last4 }: Card) =>
  last4 ? `${formatBrand(brand)} •••• ${last4}` : formatBrand(brand);
