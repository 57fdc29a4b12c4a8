import type Stripe from "stripe";
import { newId, type State } from "./state.ts";

export interface NewTransaction {
  readonly type: Stripe.BalanceTransaction["type"];
  /** Cents; negative amounts reduce the platform's balance. */
  readonly amount: number;
  readonly fee?: number;
  readonly source: string;
  readonly currency: string;
  /** Where the money came in another currency. */
  readonly exchangeRate?: number | undefined;
}

const PAYOUT_DELAY_SECONDS = 2 * 24 * 60 * 60;

const CATEGORIES: Readonly<Record<string, string>> = {
  adjustment: "dispute",
  application_fee: "platform_earning",
  application_fee_refund: "platform_earning_refund",
  payment: "charge",
  payment_refund: "refund",
  transfer_refund: "transfer_reversal",
};

/** A balance transaction; the fee is Stripe's own, or an application's. */
export function createTransaction(
  { type, amount, fee = 0, source, currency, exchangeRate }: NewTransaction,
  created: number,
  feeType: "stripe_fee" | "application_fee" = "stripe_fee",
): Stripe.BalanceTransaction {
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: created + PAYOUT_DELAY_SECONDS,
    balance_type: "payments",
    created,
    currency,
    description: null,
    exchange_rate: exchangeRate ?? null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: feeType }],
    net: amount - fee,
    reporting_category: CATEGORIES[type] ?? type,
    source,
    status: "available",
    type,
  };
}

/** The platform's balance, which is the sum of its balance transactions. */
export function openLedger(state: State, now: () => number) {
  return {
    record: (transaction: NewTransaction) => state.put(createTransaction(transaction, now())),
    /** The platform's balance in cents. */
    balance: () => state.all("balance_transaction").reduce((sum, { net }) => sum + net, 0),
  };
}

export type Ledger = ReturnType<typeof openLedger>;
