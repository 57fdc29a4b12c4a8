import { placeOrder } from "#shared/contract/orders.ts";
import { Failure, fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { requestKeyOf } from "../../../runtime/request.ts";
import { findPeople } from "../../../users/find-people.ts";
import { finalizeOrder } from "../../order/finalize-order.ts";
import { orderOf } from "../../order/order-view.ts";
import { placeFreeOrder } from "../../order/place-free-order.ts";
import { findPayment, paymentMetadataOf } from "../../stripe/request-payment.ts";
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
            requestKey: requestKeyOf(idempotencyKey, body),
          });
    if (order instanceof Failure) return order;
    return orderOf(order, userId, await findPeople(services.table, [order.sellerId]));
  },
);

/** What was paid and by whom is read from the provider, never taken from the browser. */
async function placePaidOrder(services: OrdersServices, buyerId: string, orderIntent: string) {
  const { payments, features } = services;
  const payment = features.payments ? await findPayment(payments, orderIntent) : undefined;
  if (!payment || paymentMetadataOf(payment)?.buyerId !== buyerId || payment.status === "canceled") {
    return fail("intent_invalid");
  }
  if (payment.status !== "succeeded") return fail("payment_pending");
  return (await finalizeOrder(services, payment)) ?? fail("intent_invalid");
}
