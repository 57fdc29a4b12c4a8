import { listOrders } from "#shared/contract/licenses.ts";
import { handle } from "../../../runtime/handle.ts";
import { pageOf } from "../../../runtime/page.ts";
import { findPeople } from "../../../users/find-people.ts";
import { findOrders, queryOrders } from "../../order/find-orders.ts";
import { orderOf } from "../../order/order-view.ts";
import type { LicensesServices } from "./services.ts";

export const listOrdersHandler = handle(
  listOrders,
  async ({ params: { userId }, query }, { table }: LicensesServices) => {
    const entries = await queryOrders(table, { userId, side: query.type }, query);
    const orders = await findOrders(
      table,
      entries.map(({ orderId }) => orderId),
    );
    const personOf = await findPeople(
      table,
      orders.map((order) => (query.type === "purchases" ? order.sellerId : order.buyerId)).concat(userId),
    );
    return pageOf(
      orders,
      query.limit,
      ({ orderId }) => orderId,
      (order) => orderOf(order, userId, personOf),
    );
  },
);
