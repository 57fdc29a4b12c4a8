import type Stripe from "stripe";
import { LIMITS } from "#shared/limits.ts";
import { CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { isMissingRight, undefinedIfMissing } from "./stripe-errors.ts";

/**
 * A payout of a seller's account to their bank; `undefined` where that account has none with this id, `"unreadable"` with a
 * key that may not read payouts.
 */
export async function findPayout(
  { [CLIENT]: stripe }: Payments,
  payoutId: string,
  accountId: string,
): Promise<Stripe.Payout | "unreadable" | undefined> {
  try {
    return await undefinedIfMissing(stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId }));
  } catch (error) {
    if (isMissingRight(error)) return "unreadable";
    throw error;
  }
}

/** Balance and latest payouts of an account; `undefined` for one that isn't connected to ours any more. */
export const findPayouts = ({ [CLIENT]: stripe }: Payments, accountId: string) => {
  const own = { stripeAccount: accountId };
  return undefinedIfMissing(
    Promise.all([stripe.balance.retrieve({}, own), stripe.payouts.list({ limit: LIMITS.payouts }, own)]),
  );
};

/** Why banks refuse payouts, by Stripe's codes. */
const PAYOUT_FAILURES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    account_closed: "The account is closed.",
    account_frozen: "The account is frozen.",
    bank_account_restricted: "The account doesn't take such payments; it may be a savings account.",
    bank_ownership_changed: "The account's branch belongs to another bank now, so its number has changed.",
    could_not_process: "The bank couldn't process the payment.",
    debit_not_authorized: "The account isn't open for debits, which Stripe requires.",
    declined: "The bank declined the payment.",
    incorrect_account_holder_address: "The account's holder has another address.",
    incorrect_account_holder_name: "The account's holder has another name.",
    incorrect_account_holder_tax_id: "The account's holder has another tax id.",
    insufficient_funds: "Your balance at Stripe was too low.",
    invalid_account_number: "The account's number is wrong.",
    invalid_currency: "The account doesn't take this currency.",
    no_account: "There is no such account.",
    unsupported_card: "The card doesn't take payouts any more.",
  }),
);

/** Why a payout failed, as a sentence: in our words, in Stripe's, or that nobody said. */
export const payoutFailureOf = ({ failure_code, failure_message }: Stripe.Payout): string =>
  PAYOUT_FAILURES.get(failure_code ?? "") ?? failure_message ?? "It gave no reason.";
