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
 * States of a dispute. The order stays in force while no money is withdrawn: during an inquiry, which may be refunded, and
 * after a dispute that was won or prevented without cost. An appeal follows a lost dispute, so the licence stays revoked
 * until it is won.
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

/** Unknown states of later API versions count as disputed until someone checks. */
const getState = ({ status }: { readonly status: string }): DisputeState =>
  DISPUTE_STATES[status] ?? state("disputed", "opened");

/** True for an inquiry of a bank, which withdraws nothing yet. */
export const isInquiry = ({ status }: { readonly status: string }) => status.startsWith("warning_");

/** The state of a dispute in both parties' notifications. */
export const getDisputeNews = (dispute: { readonly status: string }): DisputeNews => getState(dispute).news;

/**
 * Cents, in the dispute's currency, that are currently withdrawn from our balance, in proportion to the part not returned to
 * us: Stripe returns everything when a dispute is won, and the amount of an earlier refund when one is lost.
 */
export function sumWithdrawn({ amount, balance_transactions }: Stripe.Dispute): number {
  const taken = balance_transactions.reduce((sum, booked) => sum - Math.min(0, booked.amount), 0);
  const left = balance_transactions.reduce((sum, booked) => sum - booked.amount, 0);
  return left > 0 ? Math.round((amount * left) / taken) : 0;
}

/** The order's status that follows from a dispute. */
export const getOrderStatus = (dispute: Stripe.Dispute): OrderStatus =>
  sumWithdrawn(dispute) > 0 ? getState(dispute).withdrawn : "completed";

/** Stripe's deadline for evidence, in epoch seconds; `undefined` without one. */
export const getEvidenceDue = (dispute: Stripe.Dispute): number | undefined =>
  getState(dispute).awaitsEvidence ? (dispute.evidence_details.due_by ?? undefined) : undefined;
