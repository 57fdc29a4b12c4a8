import type { OrderStatus } from "#shared/model/order.ts";
import { refundPayment } from "../stripe/refund-payment.ts";
import type { OrderItem } from "./find-orders.ts";
import { type SyncOrderServices, syncOrder } from "./sync-order.ts";

/**
 * Refunds what is left of a paid order, for its seller or an operator. Money first, then the books: a crash in between is
 * completed by the next call or Stripe's event. Returns the order's status, which isn't `refunded` while the refund is pending,
 * or why Stripe refuses.
 */
export async function refundRest(
  services: SyncOrderServices,
  order: OrderItem,
): Promise<OrderStatus | "uncovered" | "refused"> {
  const problem = await refundPayment(services.payments, order, services.log);
  return problem ?? (await syncOrder(services, order.orderId)).order.status;
}
