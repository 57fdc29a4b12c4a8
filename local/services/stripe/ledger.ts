import type Stripe from "stripe";
import { newId, type State } from "./state.ts";

interface NewTransaction {
  readonly type: Stripe.BalanceTransaction["type"];
  /** Cents; negative amounts reduce the platform's balance. */
  readonly amount: number;
  readonly fee?: number;
  readonly source: string;
  readonly currency: string;
}

const PAYOUT_DELAY_SECONDS = 2 * 24 * 60 * 60;

const CATEGORIES: Readonly<Record<string, string>> = {
  adjustment: "dispute",
  application_fee: "platform_earning",
  application_fee_refund: "platform_earning_refund",
  transfer_refund: "transfer_reversal",
};

/** The platform's balance, which is the sum of its balance transactions. */
export function openLedger(state: State, now: () => number) {
  return {
    record({ type, amount, fee = 0, source, currency }: NewTransaction): Stripe.BalanceTransaction {
      const created = now();
      return state.put({
        id: newId("txn"),
        object: "balance_transaction",
        amount,
        available_on: created + PAYOUT_DELAY_SECONDS,
        balance_type: "payments",
        created,
        currency,
        description: null,
        exchange_rate: null,
        fee,
        fee_details:
          fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: "stripe_fee" }],
        net: amount - fee,
        reporting_category: CATEGORIES[type] ?? type,
        source,
        status: "available",
        type,
      });
    },
    /** The platform's balance in cents. */
    balance: () => state.all("balance_transaction").reduce((sum, { net }) => sum + net, 0),
  };
}

export type Ledger = ReturnType<typeof openLedger>;
