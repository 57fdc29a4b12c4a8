import { refundOrder } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { requireProofIfProtected } from "../../../second-factor/factor-proof.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { findOrder } from "../../order/find-order.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { refundPayment } from "../../stripe/refund-payment.ts";
import type { OrdersServices } from "./services.ts";

/** Money first, then the books: a try that dies in between is finished by the next one or by the provider's message. */
export const refundOrderHandler = handle(
  refundOrder,
  async ({ params: { orderId }, actor }, services: OrdersServices) => {
    const { userId } = actor;
    const { table, payments, log } = services;
    const [order, caller] = await Promise.all([findOrder(table, orderId), findOpenUser(table, userId)]);
    if (!caller) return fail("forbidden");
    if (!order || ![order.buyerId, order.sellerId].includes(userId)) return fail("order_not_found");
    if (order.sellerId !== userId) return fail("forbidden");
    const unproven = await requireProofIfProtected(services, caller, actor);
    if (unproven) return unproven;
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
