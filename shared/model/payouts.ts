import * as z from "zod/mini";

/** An amount in the smallest unit of its currency. */
const CurrencyAmount = z.object({ amount: z.number(), /** ISO 4217, in capitals. */ currency: z.string() });

const Payout = z.extend(CurrencyAmount, {
  payoutId: z.string(),
  /** `pending` until Stripe has sent it, `paid` once the bank should have it. */
  status: z.enum(["pending", "paid", "failed", "canceled"]),
  /** When the bank receives it. */
  arrives: z.string(),
  /** The bank's reason for refusing it, as a sentence. */
  failure: z.nullable(z.string()),
});
export type Payout = z.output<typeof Payout>;

export const Payouts = z.object({
  /** Ready to be paid out. */
  available: z.array(CurrencyAmount),
  /** Earned, but not yet in the balance. */
  pending: z.array(CurrencyAmount),
  /** The latest 20, newest first; Stripe's dashboard lists all. */
  payouts: z.array(Payout),
});
export type Payouts = z.output<typeof Payouts>;
