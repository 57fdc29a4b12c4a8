import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import type { OrderItem } from "../order/find-orders.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import { getEvidenceDue } from "./dispute-states.ts";
import type { Payments } from "./open-payments.ts";
import { isOtherRequest, isRefusal, toLogFields, undefinedIfMissing } from "./stripe-errors.ts";

/** The dispute with this id; `undefined` if Stripe has none. */
export const findDispute = ({ [CLIENT]: stripe }: Payments, disputeId: string): Promise<Stripe.Dispute | undefined> =>
  undefinedIfMissing(stripe.disputes.retrieve(disputeId));

/**
 * Submits evidence, which a bank reads once although Stripe would accept it again. Concurrent calls share an idempotency key,
 * so that the first text counts. Returns the dispute's new status; undefined if the bank awaits no evidence.
 */
export async function submitEvidence(
  payments: Payments,
  disputeId: string,
  evidence: Stripe.DisputeUpdateParams.Evidence,
  log: Pick<Logger, "warn">,
): Promise<string | undefined> {
  const dispute = await findDispute(payments, disputeId);
  if (!dispute || getEvidenceDue(dispute) === undefined) return undefined;
  const idempotencyKey = buildIdempotencyKey("evidence", disputeId, dispute.status);
  try {
    return (await payments[CLIENT].disputes.update(disputeId, { evidence, submit: true }, { idempotencyKey })).status;
  } catch (error) {
    if (!isRefusal(error) && !isOtherRequest(error)) throw error;
    log.warn("Evidence was refused", { disputeId, ...toLogFields(error) });
    return undefined;
  }
}

/**
 * Submits a text as evidence for an order's dispute. False if Stripe doesn't expect any, which our table may not show yet.
 */
export async function submitDisputeEvidence(
  payments: Payments,
  { disputeId, title }: OrderItem,
  text: string,
  log: Pick<Logger, "warn">,
): Promise<boolean> {
  if (!disputeId) return false;
  const evidence = { uncategorized_text: text, product_description: title };
  return (await submitEvidence(payments, disputeId, evidence, log)) !== undefined;
}
