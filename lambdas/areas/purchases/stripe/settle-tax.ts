import type { Logger } from "@aws-lambda-powertools/logger";
import { countedIf } from "../../../platform/runtime/counted.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import { getDisputeNews, sumWithdrawn } from "./dispute-states.ts";
import type { Payments } from "./open-payments.ts";
import { type PaidCharge, sumUnfailedRefunds } from "./read-charge.ts";
import { isRefusal, isStoredFailure, toLogFields } from "./stripe-errors.ts";

/** Our last change to Stripe's tax records of an order; changes are numbered, so that each is made once. */
export interface TaxReversal {
  readonly nth: number;
  readonly id: string;
  /** Cents of the payment that were removed from the records. */
  readonly amount: number;
}

interface Context {
  readonly payments: Payments;
  readonly log: Logger;
  readonly orderId: string;
  readonly intentId: string;
  /** Number of failures stored by Stripe; each attempt has its own key. */
  readonly attempt: number;
  /** False if the same failure triggered the alarm at an earlier attempt. */
  readonly triggersAlarm: boolean;
}

interface Settled {
  readonly reversal: TaxReversal | undefined;
  readonly failure?: unknown;
}

/** Cents of a charge lost in disputes. */
function sumLost(paid: PaidCharge): number {
  const lost = paid.disputes.filter((dispute) => getDisputeNews(dispute) === "lost").map(sumWithdrawn);
  const left = paid.charge.amount - sumUnfailedRefunds(paid);
  return Math.min(
    left,
    lost.reduce((sum, amount) => sum + amount, 0),
  );
}

/**
 * Reverses the tax of amounts lost in disputes in Stripe's records, and restores it after a won appeal. Stripe records
 * payments and refunds by itself, because the payment names its calculation, but not disputes
 * (https://docs.stripe.com/tax/payment-intent). Safe to repeat.
 */
export async function settleTax(
  context: Context,
  reversal: TaxReversal | undefined,
  paid: PaidCharge,
): Promise<Settled> {
  const lost = sumLost(paid);
  const { nth = 0, amount = 0 } = reversal ?? {};
  if (amount === lost) return { reversal };
  try {
    if (reversal && amount > 0) {
      const { id } = await reverse(context, nth + 1, { mode: "full", original_transaction: reversal.id });
      return await settleTax(context, { nth: nth + 1, id, amount: 0 }, paid);
    }
    const original_transaction = await findTransaction(context);
    const { id } = await reverse(context, nth + 1, { mode: "partial", original_transaction, flat_amount: -lost });
    return { reversal: { nth: nth + 1, id, amount: lost } };
  } catch (error) {
    if (!isRefusal(error) && !isStoredFailure(error) && !(error instanceof NoTransaction)) throw error;
    const { log, orderId, triggersAlarm } = context;
    log.error("A lost dispute is missing from the records of tax", {
      ...countedIf(triggersAlarm, "MoneyNotMoved"),
      orderId,
      ...toLogFields(error),
    });
    return { reversal, failure: error };
  }
}

class NoTransaction extends Error {}

/** Stripe's record of the payment. */
async function findTransaction({ payments, intentId }: Context): Promise<string> {
  const { tax_transaction_attempts } = await payments[CLIENT].tax.associations.find({ payment_intent: intentId });
  const own = tax_transaction_attempts?.find(({ source }) => source === intentId);
  if (!own?.committed) throw new NoTransaction(`Stripe has no record of the tax on ${intentId}`);
  return own.committed.transaction;
}

type Reversed = Parameters<Payments[typeof CLIENT]["tax"]["transactions"]["createReversal"]>[0];

function reverse({ payments, orderId, attempt }: Context, nth: number, form: Omit<Reversed, "reference">) {
  const reference = `${orderId}-${nth}`;
  const idempotencyKey = buildIdempotencyKey("tax", reference, attempt);
  return payments[CLIENT].tax.transactions.createReversal({ ...form, reference }, { idempotencyKey });
}
