import type Stripe from "stripe";
import { evidenceDue } from "#lambdas/areas/purchases/stripe/dispute-states.ts";

/** A dispute that awaits evidence. */
export interface OpenDispute {
  readonly disputeId: string;
  /** Absent for a payment of another application on the same account. */
  readonly orderId: string | undefined;
  readonly reason: string;
  /** Epoch seconds. */
  readonly due: number;
}

/** Every dispute that awaits evidence, the most urgent first. */
export async function findOpenDisputes(stripe: Stripe): Promise<OpenDispute[]> {
  const found: OpenDispute[] = [];
  for await (const dispute of stripe.disputes.list({ limit: 100, expand: ["data.payment_intent"] })) {
    const due = evidenceDue(dispute);
    const payment = dispute.payment_intent as Stripe.PaymentIntent | null;
    if (due === undefined) continue;
    found.push({ disputeId: dispute.id, orderId: payment?.metadata.orderId, reason: dispute.reason, due });
  }
  return found.sort((one, other) => one.due - other.due);
}

/** Hands evidence in for good, and returns the dispute's state then. */
export async function submitEvidence(stripe: Stripe, disputeId: string, text: string): Promise<string> {
  const { status } = await stripe.disputes.update(disputeId, { evidence: { uncategorized_text: text }, submit: true });
  return status;
}
