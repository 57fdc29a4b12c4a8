import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";

/** Stripe's ids may have any length. */
export const PaymentMethodId = z.string().check(z.regex(/^\w{1,255}$/, MESSAGES.paymentMethodNotFound));

/** A card or another payment method that a buyer saved. */
export const PaymentMethod = z.object({
  paymentMethodId: PaymentMethodId,
  /** A card's brand by Stripe's name, such as `visa`; otherwise the type, such as `link`. */
  brand: z.string(),
  /** Null unless it is a card. */
  last4: z.nullable(z.string()),
  /** The last valid month, as `2030-04`; null unless it is a card. */
  expires: z.nullable(z.string()),
});
export type PaymentMethod = z.output<typeof PaymentMethod>;
