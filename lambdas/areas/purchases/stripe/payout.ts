import type Stripe from "stripe";
import { LIMITS } from "#shared/limits.ts";
import type { PayoutRemedy } from "../../../platform/mail/email-templates.ts";
import { CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { isMissingPermission, undefinedIfMissing } from "./stripe-errors.ts";

/**
 * A payout of a seller's account; `undefined` if the account has none with this id, `"unreadable"` if our key lacks the
 * permission.
 */
export async function findPayout(
  { [CLIENT]: stripe }: Payments,
  payoutId: string,
  accountId: string,
): Promise<Stripe.Payout | "unreadable" | undefined> {
  return mapUnreadable(stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId }));
}

async function mapUnreadable<T>(call: Promise<T>): Promise<T | "unreadable" | undefined> {
  try {
    return await undefinedIfMissing(call);
  } catch (error) {
    if (isMissingPermission(error)) return "unreadable";
    throw error;
  }
}

/**
 * Balance and latest payouts of an account; `undefined` if it is no longer connected, `"unreadable"` if our key lacks the
 * permission.
 */
export const findPayouts = ({ [CLIENT]: stripe }: Payments, accountId: string) => {
  const own = { stripeAccount: accountId };
  return mapUnreadable(
    Promise.all([stripe.balance.retrieve({}, own), stripe.payouts.list({ limit: LIMITS.payouts }, own)]),
  );
};

interface PayoutFailure {
  /** A sentence: our own, Stripe's, or that the reason is unknown. */
  readonly reason: string;
  /** Undefined where the reason isn't known. */
  readonly remedy?: PayoutRemedy;
}

/** Reasons for failed payouts by Stripe's codes (https://docs.stripe.com/api/payouts/failures). */
const PAYOUT_FAILURES: ReadonlyMap<string, PayoutFailure> = new Map(
  Object.entries({
    account_closed: { reason: "The account is closed.", remedy: "account" },
    account_frozen: { reason: "The account is frozen.", remedy: "bank" },
    bank_account_restricted: {
      reason: "The account doesn't accept such payments; it may be a savings account.",
      remedy: "account",
    },
    bank_ownership_changed: {
      reason: "The branch now belongs to another bank, so the account number has changed.",
      remedy: "account",
    },
    could_not_process: { reason: "The bank couldn't process the payment.", remedy: "bank" },
    debit_not_authorized: { reason: "The account isn't open for debits, which Stripe requires.", remedy: "bank" },
    declined: { reason: "The bank declined the payment.", remedy: "bank" },
    incorrect_account_holder_address: { reason: "The account holder's address doesn't match.", remedy: "account" },
    incorrect_account_holder_name: { reason: "The account holder's name doesn't match.", remedy: "account" },
    incorrect_account_holder_tax_id: { reason: "The account holder's tax ID doesn't match.", remedy: "account" },
    insufficient_funds: { reason: "Your balance at Stripe was too low.", remedy: "balance" },
    invalid_account_number: { reason: "The account number is wrong.", remedy: "account" },
    invalid_currency: { reason: "The account doesn't accept this currency.", remedy: "account" },
    no_account: { reason: "There is no such account.", remedy: "account" },
    unsupported_card: { reason: "The card no longer accepts payouts.", remedy: "account" },
  } satisfies Readonly<Record<string, PayoutFailure>>),
);

/** Reason of a failed payout, and who can help. */
export const getPayoutFailure = ({ failure_code, failure_message }: Stripe.Payout): PayoutFailure =>
  PAYOUT_FAILURES.get(failure_code ?? "") ?? { reason: failure_message ?? "No reason was given." };
