import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import type { OrderItem } from "../order/find-orders.ts";
import { CLIENT } from "./client.ts";
import { getEvidenceDue } from "./dispute-states.ts";
import type { Payments } from "./open-payments.ts";
import { isRefusal, toLogFields, undefinedIfMissing } from "./stripe-errors.ts";

/** The dispute with this id; `undefined` if Stripe has none. */
export const findDispute = ({ [CLIENT]: stripe }: Payments, disputeId: string): Promise<Stripe.Dispute | undefined> =>
  undefinedIfMissing(stripe.disputes.retrieve(disputeId));

/**
 * Submits a seller's text as evidence for an order's dispute, which Stripe accepts once. False if Stripe doesn't expect any,
 * which our table may not show yet.
 */
export async function submitDisputeEvidence(
  payments: Payments,
  { orderId, disputeId, title }: OrderItem,
  text: string,
  log: Logger,
): Promise<boolean> {
  const dispute = disputeId ? await findDispute(payments, disputeId) : undefined;
  if (!dispute || getEvidenceDue(dispute) === undefined) return false;
  try {
    const evidence = { uncategorized_text: text, product_description: title };
    await payments[CLIENT].disputes.update(dispute.id, { evidence, submit: true });
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn("Evidence was refused", { orderId, ...toLogFields(error) });
    return false;
  }
}
