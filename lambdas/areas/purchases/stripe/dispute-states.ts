import type Stripe from "stripe";
import type { DisputeNews } from "#shared/model/community.ts";
import type { OrderStatus } from "#shared/model/order.ts";

/** Effects of a dispute's state on its order. */
interface DisputeState {
  /** The order's status while the bank has withdrawn the money. */
  readonly withdrawn: OrderStatus;
  /** True while Stripe waits for evidence. */
  readonly awaitsEvidence: boolean;
  /** The state in both parties' notifications. */
  readonly news: DisputeNews;
}

const state = (withdrawn: OrderStatus, news: DisputeNews, awaitsEvidence = false): DisputeState => ({
  withdrawn,
  news,
  awaitsEvidence,
});

/**
 * Every state of a dispute. While nothing is withdrawn, whatever the state, the order stands: an inquiry, which may be
 * refunded, and a dispute that was won or prevented without cost. An appeal follows a dispute that was lost, so that the
 * licence stays revoked until it is won.
 */
const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: state("disputed", "opened", true),
  warning_under_review: state("disputed", "opened"),
  warning_closed: state("disputed", "closed"),
  needs_response: state("disputed", "opened", true),
  under_review: state("disputed", "opened"),
  won: state("disputed", "won"),
  lost: state("refunded", "lost"),
  appeal_needs_response: state("refunded", "lost", true),
  appeal_under_review: state("refunded", "lost"),
  prevented: state("refunded", "lost"),
};

/** A state that a later version of the API may add holds the order until someone looks. */
const getState = ({ status }: { readonly status: string }): DisputeState =>
  DISPUTE_STATES[status] ?? state("disputed", "opened");

/** True for a bank's question, which withdraws nothing yet. */
export const isInquiry = ({ status }: { readonly status: string }) => status.startsWith("warning_");

/** The state of a dispute in both parties' notifications. */
export const getDisputeNews = (dispute: { readonly status: string }): DisputeNews => getState(dispute).news;

/**
 * Cents of the dispute's currency that are withdrawn from our balance now, by what share of what was withdrawn hasn't come
 * back: all of it when a dispute is won, and what a refund had paid back already when one is lost.
 */
export function withdrawnBy({ amount, balance_transactions }: Stripe.Dispute): number {
  const taken = balance_transactions.reduce((sum, booked) => sum - Math.min(0, booked.amount), 0);
  const left = balance_transactions.reduce((sum, booked) => sum - booked.amount, 0);
  return left > 0 ? Math.round((amount * left) / taken) : 0;
}

/** The status that a dispute gives its order. */
export const getOrderStatus = (dispute: Stripe.Dispute): OrderStatus =>
  withdrawnBy(dispute) > 0 ? getState(dispute).withdrawn : "completed";

/** Until when Stripe waits for evidence, in epoch seconds; `undefined` where it doesn't. */
export const evidenceDue = (dispute: Stripe.Dispute): number | undefined =>
  getState(dispute).awaitsEvidence ? (dispute.evidence_details.due_by ?? undefined) : undefined;
