import { OrderId } from "#shared/model/ids.ts";
import { parseOrderNumber } from "#shared/rules/order-number.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { findOrdersByNumber, findPayingOrder, type OrderItem } from "./find-orders.ts";

/** Orders with this id or number. */
export async function searchOrders(table: OpenTable, typed: string): Promise<OrderItem[]> {
  const { data: orderId } = OrderId.safeParse(typed);
  const number = parseOrderNumber(typed);
  const byId = orderId ? await findPayingOrder(table, orderId) : undefined;
  return [...(byId ? [byId] : []), ...(number ? await findOrdersByNumber(table, number) : [])];
}
