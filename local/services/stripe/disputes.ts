import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid } from "./errors.ts";
import { Flag, Metadata, parametersOf } from "./form.ts";
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

/** Opens a dispute: the amount and the fee are withdrawn until it is decided. */
export function openDispute(service: Service, charge: Stripe.Charge): Stripe.Dispute {
  const { state, ledger, now, emitEvent } = service;
  if (charge.disputed) throw invalid(`Charge ${charge.id} has already been disputed.`);
  const id = newId("du");
  const { amount, currency } = charge;
  const booked = ledger.record({ type: "adjustment", amount: -amount, fee: DISPUTE_FEE, source: id, currency });
  const dispute = state.put<Stripe.Dispute>({
    id,
    object: "dispute",
    amount,
    balance_transactions: [booked],
    charge: charge.id,
    created: now(),
    currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now() + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  });
  emitEvent("charge.updated", state.put<Stripe.Charge>({ ...charge, disputed: true }));
  emitEvent("charge.dispute.created", dispute);
  return dispute;
}

/** Closes a dispute with the bank's decision. */
export function closeDispute(service: Service, disputeId: string, status: "won" | "lost"): Stripe.Dispute {
  const { state, ledger, emitEvent } = service;
  const dispute = state.get("dispute", disputeId, "dispute");
  if (["won", "lost"].includes(dispute.status)) throw invalid("This dispute is already closed");
  const { amount, currency } = dispute;
  const back = status === "won" ? [ledger.record({ type: "adjustment", amount, source: disputeId, currency })] : [];
  const closed = state.put<Stripe.Dispute>({
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...back],
  });
  emitEvent("charge.dispute.closed", closed);
  return closed;
}

export function acceptDispute(call: Call, service: Service): Stripe.Dispute {
  parametersOf({}, call.params);
  return closeDispute(service, pathId(call), "lost");
}

const EvidenceForm = {
  evidence: z.optional(z.record(z.string(), z.string())),
  submit: z.optional(Flag),
  metadata: Metadata,
};

/** As in Stripe's test mode, the evidence `winning_evidence` or `losing_evidence` decides the dispute. */
export function updateDispute(call: Call, service: Service): Stripe.Dispute {
  const { evidence = {} } = parametersOf(EvidenceForm, call.params);
  const dispute = service.state.get("dispute", pathId(call), "dispute");
  const said = service.state.put<Stripe.Dispute>({
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: { ...dispute.evidence_details, has_evidence: true, submission_count: 1 },
    status: dispute.status === "needs_response" ? "under_review" : dispute.status,
  });
  if (evidence.uncategorized_text === "winning_evidence") return closeDispute(service, said.id, "won");
  if (evidence.uncategorized_text === "losing_evidence") return closeDispute(service, said.id, "lost");
  return said;
}
