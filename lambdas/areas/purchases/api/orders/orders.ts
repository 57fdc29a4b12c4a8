import { placeOrder, refundOrder, submitEvidence } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { buildRequestKey } from "../../../../platform/runtime/request.ts";
import { findMature } from "../../../artwork/find-cards.ts";
import { findPeople } from "../../../users/find-people.ts";
import { finalizeOrder } from "../../order/finalize-order.ts";
import { findFurtherOrders, findOrder } from "../../order/find-orders.ts";
import { getRefundOption, toOrder } from "../../order/order-view.ts";
import { placeFreeOrder } from "../../order/place-free-order.ts";
import { refundRest } from "../../order/refund-order.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { submitDisputeEvidence } from "../../stripe/disputes.ts";
import { getIntentState } from "../../stripe/payment-states.ts";
import { findPayment, parsePaymentMetadata } from "../../stripe/request-payment.ts";
import type { OrdersServices } from "./services.ts";

export const placeOrderHandler = handle(
  placeOrder,
  async ({ body, actor: { userId }, idempotencyKey }, services: OrdersServices) => {
    const order =
      "orderIntent" in body
        ? await placePaidOrder(services, userId, body.orderIntent)
        : await placeFreeOrder(services, {
            buyerId: userId,
            wanted: body,
            requestKey: buildRequestKey(idempotencyKey, body),
          });
    if (order instanceof Failure) return order;
    const further = await findFurtherOrders(services.table, order);
    const [getPerson, mature] = await Promise.all([
      findPeople(services.table, [order.sellerId]),
      findMature(
        services.table,
        [order, ...further].map(({ artworkId }) => artworkId),
      ),
    ]);
    return toOrder(order, userId, getPerson, mature, further);
  },
);

/** Amount and payer are read from Stripe, never taken from the browser. */
async function placePaidOrder(services: OrdersServices, buyerId: string, orderIntent: string) {
  const { payments } = services;
  const payment = (await payments.hasKeys()) ? await findPayment(payments, orderIntent) : undefined;
  if (!payment || parsePaymentMetadata(payment)?.buyerId !== buyerId || getIntentState(payment) === "canceled") {
    return fail("intent_invalid");
  }
  if (getIntentState(payment) === "open") return fail("payment_pending");
  return (await finalizeOrder(services, payment)) ?? fail("intent_invalid");
}

export const refundOrderHandler = handle(
  refundOrder,
  async ({ params: { orderId }, actor: { userId } }, services: OrdersServices) => {
    const order = await findOrder(services.table, orderId);
    if (!order || order.leadOrderId || ![order.buyerId, order.sellerId].includes(userId))
      return fail("order_not_found");
    if (order.sellerId !== userId) return fail("forbidden");
    const refund = getRefundOption(order);
    if (refund === "refused") return fail("order_not_refundable");
    if (refund === "possible") {
      const status = await refundRest(services, order);
      if (status === "uncovered") return fail("refund_uncovered");
      if (status === "refused") return fail("order_not_refundable");
      // A refund may be pending and fail: the licence is revoked once it has succeeded.
      if (status !== "refunded") return { message: MESSAGES.orderRefundPending, expose: true as const, status };
    }
    return { message: MESSAGES.orderRefunded, expose: true as const, status: "refunded" as const };
  },
);

/** Stripe accepts evidence once; whether it still does depends on Stripe's state, not ours. */
export const submitEvidenceHandler = handle(
  submitEvidence,
  async ({ params: { orderId }, body, actor: { userId } }, services: OrdersServices) => {
    const { table, payments, log } = services;
    const order = await findOrder(table, orderId);
    if (!order || order.leadOrderId || ![order.buyerId, order.sellerId].includes(userId))
      return fail("order_not_found");
    if (order.sellerId !== userId) return fail("forbidden");
    const refused = await submitDisputeEvidence(payments, order, body, log);
    if (refused) return fail(refused);
    await syncOrder(services, orderId);
    return { message: MESSAGES.evidenceSubmitted, expose: true as const };
  },
);
