import { placeOrder } from "#shared/contract/orders.ts";
import { orderOf } from "../purchases/order-view.ts";
import { placeFreeOrder } from "../purchases/place-free-order.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { requestKeyOf } from "../runtime/request-key.ts";
import { findPeople } from "../users/find-people.ts";
import type { OrdersServices } from "./services.ts";

export const placeOrderHandler = handle(
  placeOrder,
  async ({ body, actor: { userId }, idempotencyKey }, services: OrdersServices) => {
    if ("orderIntent" in body) return fail("intent_invalid");
    const requestKey = requestKeyOf(idempotencyKey, body);
    const order = await placeFreeOrder(services, { buyerId: userId, wanted: body, requestKey });
    if (order instanceof Failure) return order;
    return orderOf(order, userId, await findPeople(services.table, [order.sellerId]));
  },
);
