import type Stripe from "stripe";
import { getEvidenceDue } from "#lambdas/areas/purchases/stripe/dispute-states.ts";
import { undefinedIfMissing } from "#lambdas/areas/purchases/stripe/stripe-errors.ts";
import { CommandError } from "../command/command-error.ts";

/** A dispute that needs evidence. */
export interface OpenDispute {
  readonly disputeId: string;
  /** Absent for a payment of another application on the same account. */
  readonly orderId: string | undefined;
  readonly reason: string;
  /** Epoch seconds. */
  readonly due: number;
}

/** Every dispute that needs evidence, the most urgent first. */
export async function findOpenDisputes(stripe: Stripe): Promise<OpenDispute[]> {
  const found: OpenDispute[] = [];
  for await (const dispute of stripe.disputes.list({ limit: 100, expand: ["data.payment_intent"] })) {
    const due = getEvidenceDue(dispute);
    const payment = dispute.payment_intent as Stripe.PaymentIntent | null;
    if (due === undefined) continue;
    found.push({ disputeId: dispute.id, orderId: payment?.metadata.orderId, reason: dispute.reason, due });
  }
  return found.sort((one, other) => one.due - other.due);
}

/** Throws unless the dispute needs evidence: Stripe would accept it again, but a bank reads it once. */
export async function requireNeedsEvidence(stripe: Stripe, disputeId: string) {
  const dispute = await undefinedIfMissing(stripe.disputes.retrieve(disputeId));
  if (!dispute) throw new CommandError(`There is no dispute ${disputeId}.`);
  if (getEvidenceDue(dispute) === undefined)
    throw new CommandError(`Dispute ${disputeId} doesn't accept evidence: its status is ${dispute.status}.`);
}
