import { readOrder } from "#shared/contract/licenses.ts";
import { Failure } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findPeople } from "../../../users/find-people.ts";
import { orderOf } from "../../order/order-view.ts";
import { findOwnOrder } from "./find-own-order.ts";
import type { LicensesServices } from "./services.ts";

export const readOrderHandler = handle(
  readOrder,
  async ({ params, actor: { userId } }, { table }: LicensesServices) => {
    const order = await findOwnOrder(table, params.orderId, userId);
    if (order instanceof Failure) return order;
    return orderOf(order, userId, await findPeople(table, [order.buyerId, order.sellerId]));
  },
);
