import { submitEvidence } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrder } from "../../order/find-order.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { submitDisputeEvidence } from "../../stripe/disputes.ts";
import type { OrdersServices } from "./services.ts";

/** Stripe takes evidence once; whether it still does is its present state, not ours. */
export const submitEvidenceHandler = handle(
  submitEvidence,
  async ({ params: { orderId }, body, actor: { userId } }, services: OrdersServices) => {
    const { table, payments, log } = services;
    const order = await findOrder(table, orderId);
    if (!order || ![order.buyerId, order.sellerId].includes(userId)) return fail("order_not_found");
    if (order.sellerId !== userId) return fail("forbidden");
    if (!(await submitDisputeEvidence(payments, order, body.evidenceText, log))) return fail("evidence_not_awaited");
    await syncOrder(services, orderId);
    return { message: MESSAGES.evidenceSubmitted, expose: true as const };
  },
);
