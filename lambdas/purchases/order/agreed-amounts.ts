import { type Amounts, feesOf } from "#shared/rules/fees.ts";
import type { IntentItem } from "./find-intent.ts";

/** The fees of every payment that was opened before intents pinned them. */
const FEES_BEFORE_PINNING = {
  buyer: { basisPoints: 500, fixedCents: 235 },
  seller: { basisPoints: 1500, fixedCents: 0 },
} as const;

/** Amounts as an intent stores them. */
export const pinnedAmounts = ({ price, discount, ...fees }: Amounts) => ({ price, discount, fees });

type Agreed = Pick<IntentItem, "price" | "discount" | "fees">;

/** What of a payment at the provider says its amounts. */
interface ChargedPayment {
  readonly amount: number;
  readonly application_fee_amount: number | null;
}

/** The amounts that an intent pinned when it was opened; of one that pinned none, those that its payment charges. */
export function agreedAmounts({ price, discount, fees }: Agreed, payment?: ChargedPayment): Amounts {
  if (fees) return { price, discount, ...fees };
  if (!payment) return feesOf(price, discount, FEES_BEFORE_PINNING);
  const orderSpent = payment.amount;
  const orderFee = payment.application_fee_amount ?? 0;
  const orderEarned = orderSpent - orderFee;
  const buyerFee = orderSpent + discount - price;
  return { price, discount, buyerFee, sellerFee: price - orderEarned, orderSpent, orderEarned, orderFee };
}
