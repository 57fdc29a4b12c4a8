import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";

/** Stripe's ids are taken at any length. */
export const PaymentMethodId = z.string().check(z.regex(/^\w{1,255}$/, MESSAGES.paymentMethodNotFound));

/** A card, or another payment method, that a buyer saved for next time. */
export const PaymentMethod = z.object({
  paymentMethodId: PaymentMethodId,
  /** Of the card, by Stripe's name, such as `visa`; of anything else its type, such as `link`. */
  brand: z.string(),
  /** Null where it is no card. */
  last4: z.nullable(z.string()),
  /** The last month in which the card works, as `2030-04`; null where it is no card. */
  expires: z.nullable(z.string()),
});
export type PaymentMethod = z.output<typeof PaymentMethod>;
