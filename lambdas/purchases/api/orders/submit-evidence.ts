import { submitEvidence } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrder } from "../../order/find-order.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { evidenceDue } from "../../stripe/dispute-states.ts";
import { findDispute } from "../../stripe/request-payment.ts";
import { isRefusal, logFieldsOf } from "../../stripe/stripe-errors.ts";
import type { OrdersServices } from "./services.ts";

/** Stripe takes evidence once; whether it still does is its present state, not ours. */
export const submitEvidenceHandler = handle(
  submitEvidence,
  async ({ params: { orderId }, body, actor: { userId } }, services: OrdersServices) => {
    const { table, payments, log } = services;
    const order = await findOrder(table, orderId);
    if (!order || ![order.buyerId, order.sellerId].includes(userId)) return fail("order_not_found");
    if (order.sellerId !== userId) return fail("forbidden");
    const dispute = order.disputeId ? await findDispute(payments.stripe, order.disputeId) : undefined;
    if (!dispute || evidenceDue(dispute) === undefined) return fail("evidence_not_awaited");
    try {
      const evidence = { uncategorized_text: body.evidenceText, product_description: order.title };
      await payments.stripe.disputes.update(dispute.id, { evidence, submit: true });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.warn("Evidence was refused", { orderId, ...logFieldsOf(error) });
      return fail("evidence_not_awaited");
    }
    await syncOrder(services, orderId);
    return { message: MESSAGES.evidenceSubmitted, expose: true as const };
  },
);
