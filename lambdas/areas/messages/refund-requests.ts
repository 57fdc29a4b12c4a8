import { isRefundStep, type MessageKind, type RefundRequest } from "#shared/model/message.ts";
import { fail } from "../../platform/runtime/failure.ts";
import type { OrderItem } from "../purchases/order/find-orders.ts";
import type { ThreadItem } from "./find-threads.ts";

type Request = ThreadItem["refund"];

/** True if the buyer may ask for a refund of an order: it was paid, isn't refunded or disputed, and they didn't ask before. */
export const isRefundable = (order: Pick<OrderItem, "status" | "amounts"> | undefined, request: Request) =>
  order !== undefined && order.status === "completed" && order.amounts.price > 0 && request === undefined;

/** State of an order's refund for both sides. */
export const getRefundState = (order: Pick<OrderItem, "status"> | undefined, request: Request): RefundRequest | null =>
  order?.status === "refunded" ? "refunded" : (request ?? null);

interface RefundStep {
  readonly order: OrderItem | undefined;
  readonly request: Request;
  /** The author of the message. */
  readonly userId: string;
}

/** The state of a refund request after a message of this kind, or the failure if it isn't allowed. */
export function getNextRequest(kind: MessageKind, { order, request, userId }: RefundStep) {
  if (!isRefundStep(kind)) return request;
  if (kind === "refundAsked") {
    return order?.buyerId === userId && isRefundable(order, request) ? ("asked" as const) : fail("refund_not_possible");
  }
  const isOpen = request === "asked" && order?.status === "completed";
  return order?.sellerId === userId && isOpen ? ("declined" as const) : fail("refund_not_asked");
}
