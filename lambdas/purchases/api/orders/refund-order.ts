import { refundOrder } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrder } from "../../order/find-order.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { refundPayment } from "../../stripe/refund-payment.ts";
import type { OrdersServices } from "./services.ts";

/** Money first, then the books: a try that dies in between is finished by the next one or by the provider's message. */
export const refundOrderHandler = handle(
  refundOrder,
  async ({ params: { orderId }, actor: { userId } }, services: OrdersServices) => {
    const { table, payments, log } = services;
    const order = await findOrder(table, orderId);
    if (!order || ![order.buyerId, order.sellerId].includes(userId)) return fail("order_not_found");
    if (order.sellerId !== userId) return fail("forbidden");
    if (order.status === "disputed") return fail("order_not_refundable");
    if (order.status === "completed") {
      if (!(await refundPayment(payments, order, log))) return fail("order_not_refundable");
      // A refund may be pending, and then it may fail: the licence is revoked once it has succeeded.
      const { status } = (await syncOrder(services, orderId)).order;
      if (status !== "refunded") return { message: MESSAGES.orderRefundPending, expose: true as const, status };
    }
    return { message: MESSAGES.orderRefunded, expose: true as const, status: "refunded" as const };
  },
);
