import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid } from "./errors.ts";
import { checkFiles } from "./files.ts";
import { Flag, Metadata, parseParameters } from "./form.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";

/** Stripe's dispute fee in cents. */
const DISPUTE_FEE = 1500;
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};

/** Statuses without a withdrawal: an inquiry, which may become a dispute. */
const isInquiry = (status: Stripe.Dispute.Status) => status.startsWith("warning_");
const CLOSED: readonly Stripe.Dispute.Status[] = ["won", "lost", "warning_closed", "prevented"];

const sumWithdrawn = ({ balance_transactions }: Stripe.Dispute) =>
  -balance_transactions.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Opens a dispute about what is left of a charge, or about a part: the amount and the fee are withdrawn from the platform at once, until it is decided. An inquiry
 * withdraws nothing; a prevented dispute is paid back without a fee and closed at once.
 */
export function openDispute(
  service: Service,
  charge: Stripe.Charge,
  status: Stripe.Dispute.Status = "needs_response",
  amount = charge.amount - charge.amount_refunded,
): Stripe.Dispute {
  const { state, ledger, now, emitEvent } = service;
  if (charge.disputed) throw invalid(`Charge ${charge.id} has already been disputed.`);
  const id = newId("du");
  const { currency } = charge;
  const fee = status === "prevented" ? 0 : DISPUTE_FEE;
  const withdrawal = () => ledger.record({ type: "adjustment", amount: -amount, fee, source: id, currency });
  const dispute = state.put<Stripe.Dispute>({
    id,
    object: "dispute",
    amount,
    balance_transactions: isInquiry(status) ? [] : [withdrawal()],
    charge: charge.id,
    created: now(),
    currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: CLOSED.includes(status) ? null : now() + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry(status),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status,
  });
  emitEvent("charge.updated", state.put<Stripe.Charge>({ ...charge, disputed: true }));
  emitEvent("charge.dispute.created", dispute);
  if (!isInquiry(status)) emitEvent("charge.dispute.funds_withdrawn", dispute);
  if (CLOSED.includes(status)) emitEvent("charge.dispute.closed", dispute);
  return dispute;
}

/**
 * Moves a dispute on: an inquiry that escalates withdraws the money, one that is won reinstates it, and one that is lost
 * as much of it as a refund in part had paid back already
 * (https://support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued).
 */
export function moveDispute(service: Service, disputeId: string, status: Stripe.Dispute.Status): Stripe.Dispute {
  const { state, ledger, emitEvent } = service;
  const dispute = state.get("dispute", disputeId, "dispute");
  const { amount, currency } = dispute;
  const isEscalated = isInquiry(dispute.status) && !isInquiry(status);
  const charge = state.get("charge", String(dispute.charge), "dispute");
  const kept = { won: 0, lost: charge.amount - charge.amount_refunded }[status as string] ?? amount;
  const reinstated = Math.max(0, sumWithdrawn(dispute) - kept);
  const source = disputeId;
  const booked = [
    ...(isEscalated
      ? [ledger.record({ type: "adjustment", amount: -amount, fee: DISPUTE_FEE, source, currency })]
      : []),
    ...(reinstated > 0 ? [ledger.record({ type: "adjustment", amount: reinstated, source, currency })] : []),
  ];
  const moved = state.put<Stripe.Dispute>({
    ...dispute,
    status,
    is_charge_refundable: isInquiry(status) && status !== "warning_closed",
    balance_transactions: [...dispute.balance_transactions, ...booked],
  });
  if (isEscalated) emitEvent("charge.dispute.funds_withdrawn", moved);
  if (reinstated > 0) emitEvent("charge.dispute.funds_reinstated", moved);
  emitEvent(CLOSED.includes(status) ? "charge.dispute.closed" : "charge.dispute.updated", moved);
  return moved;
}

/** Closes a dispute with the bank's decision. */
export function closeDispute(service: Service, disputeId: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = service.state.get("dispute", disputeId, "dispute");
  if (CLOSED.includes(dispute.status)) throw invalid("This dispute is already closed");
  return moveDispute(service, disputeId, status);
}

export function acceptDispute(call: Call, service: Service): Stripe.Dispute {
  parseParameters({}, call.params);
  return closeDispute(service, pathId(call), "lost");
}

const EvidenceForm = {
  evidence: z.optional(z.record(z.string(), z.string())),
  submit: z.optional(Flag),
  metadata: Metadata,
};

/**
 * Evidence is submitted unless the call says otherwise, and an empty value removes it. As in Stripe's test mode, the evidence
 * `winning_evidence` or `losing_evidence` decides the dispute.
 */
export function updateDispute(call: Call, service: Service): Stripe.Dispute {
  const form = parseParameters(EvidenceForm, call.params);
  const { evidence = {}, submit = form.evidence !== undefined } = form;
  const dispute = service.state.get("dispute", pathId(call), "dispute");
  if (CLOSED.includes(dispute.status)) throw invalid("This dispute is already closed");
  const { evidence_details: details } = dispute;
  const sent = Object.entries(evidence).map(([name, value]) => [name, value || null]);
  const collected: Stripe.Dispute.Evidence = { ...dispute.evidence, ...Object.fromEntries(sent) };
  checkFiles(service, collected);
  const updated = service.state.put<Stripe.Dispute>({
    ...dispute,
    evidence: collected,
    evidence_details: {
      ...details,
      has_evidence: true,
      submission_count: details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? "manual" : details.submission_method,
    },
  });
  const { uncategorized_text: text } = evidence;
  if (submit && text === "winning_evidence") return closeDispute(service, updated.id, "won");
  if (submit && text === "losing_evidence") return closeDispute(service, updated.id, "lost");
  if (!submit || !updated.status.endsWith("needs_response")) return updated;
  const waiting = updated.status.replace(/needs_response$/, "under_review") as Stripe.Dispute.Status;
  return moveDispute(service, updated.id, waiting);
}
