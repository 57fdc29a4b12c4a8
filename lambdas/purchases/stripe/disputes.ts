import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import type { OrderStatus } from "#shared/model/order.ts";
import type { OrderItem } from "../order/find-order.ts";
import { CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { isRefusal, logFieldsOf, undefinedIfMissing } from "./stripe-errors.ts";

/** What a state of a dispute means for its order. */
interface DisputeState {
  /** The order's status while the bank has withdrawn the money. */
  readonly withdrawn: OrderStatus;
  /** Whether Stripe waits for evidence. */
  readonly awaitsEvidence: boolean;
}

const state = (withdrawn: OrderStatus, awaitsEvidence = false): DisputeState => ({ withdrawn, awaitsEvidence });

/**
 * Every state of a dispute. While nothing is withdrawn, whatever the state, the order stands: an inquiry, which may be
 * refunded, and a dispute that was won or prevented without cost. An appeal follows a dispute that was lost, so that the
 * licence stays revoked until it is won.
 */
const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: state("disputed", true),
  warning_under_review: state("disputed"),
  warning_closed: state("disputed"),
  needs_response: state("disputed", true),
  under_review: state("disputed"),
  won: state("disputed"),
  lost: state("refunded"),
  appeal_needs_response: state("refunded", true),
  appeal_under_review: state("refunded"),
  prevented: state("refunded"),
};

/** A state that a later version of the API may add holds the order until someone looks. */
const stateOf = ({ status }: Stripe.Dispute): DisputeState => DISPUTE_STATES[status] ?? state("disputed");

/** Whether the disputed money is withdrawn from our balance now. */
export const isWithdrawn = ({ balance_transactions }: Stripe.Dispute) =>
  balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;

/** The status that a dispute gives its order. */
export const orderStatusOf = (dispute: Stripe.Dispute): OrderStatus =>
  isWithdrawn(dispute) ? stateOf(dispute).withdrawn : "completed";

/** Until when Stripe waits for evidence, in epoch seconds; `undefined` where it doesn't. */
export const evidenceDue = (dispute: Stripe.Dispute): number | undefined =>
  stateOf(dispute).awaitsEvidence ? (dispute.evidence_details.due_by ?? undefined) : undefined;

/** The dispute with this id; `undefined` where the provider knows none. */
export const findDispute = ({ [CLIENT]: stripe }: Payments, disputeId: string): Promise<Stripe.Dispute | undefined> =>
  undefinedIfMissing(stripe.disputes.retrieve(disputeId));

/**
 * Submits a seller's text as the evidence about an order's dispute, which the provider takes once. False where none is
 * awaited; whether it is, the provider knows and our table may not.
 */
export async function submitDisputeEvidence(
  payments: Payments,
  { orderId, disputeId, title }: OrderItem,
  text: string,
  log: Logger,
): Promise<boolean> {
  const dispute = disputeId ? await findDispute(payments, disputeId) : undefined;
  if (!dispute || evidenceDue(dispute) === undefined) return false;
  try {
    const evidence = { uncategorized_text: text, product_description: title };
    await payments[CLIENT].disputes.update(dispute.id, { evidence, submit: true });
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn("Evidence was refused", { orderId, ...logFieldsOf(error) });
    return false;
  }
}
