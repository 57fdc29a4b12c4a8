import { fail } from "../../../runtime/failure.ts";
import type { OpenTable } from "../../../table/marketplace-table.ts";
import { findOrder } from "../../order/find-order.ts";

/** An order for one of its two parties; for anyone else there is none. */
export async function findOwnOrder(table: OpenTable, orderId: string, userId: string) {
  const order = await findOrder(table, orderId);
  return order && (order.buyerId === userId || order.sellerId === userId) ? order : fail("order_not_found");
}
