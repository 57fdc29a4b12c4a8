import { readSelection } from "#shared/contract/sales.ts";
import { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { OrderSide } from "#shared/model/order.ts";
import { Failure } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { createdOf, firstIdAt } from "../../../runtime/id-time.ts";
import { type OrderEntry, queryAllOrders } from "../../order/find-orders.ts";
import { dayRange, daysOf } from "./day-range.ts";
import type { SalesServices } from "./services.ts";
import { shareOf } from "./share-of.ts";

export const readSelectionHandler = handle(
  readSelection,
  async ({ params: { userId, displayType }, query }, { table, now }: SalesServices) => {
    const range = dayRange(query, now());
    if (range instanceof Failure) return range;
    const side = displayType;
    const orders = await queryAllOrders(table, { userId, side }, [firstIdAt(range.from), firstIdAt(range.to)]);
    return {
      start: range.start,
      end: range.end,
      items: orders.map((order) => itemOf(order, side)),
      series: seriesOf(orders, side, daysOf(range)),
    };
  },
);

function itemOf(order: OrderEntry, side: OrderSide) {
  const { amount, fee, returned } = shareOf(order, side);
  return {
    orderId: OrderId.parse(order.orderId),
    created: createdOf(order.orderId),
    status: order.status,
    artwork: { id: ArtworkId.parse(order.artworkId), title: order.title },
    licenseType: order.licenseType,
    amount,
    fee,
    returned,
  };
}

/** A point for every day; what was paid back counts as an order, but to no amount, whenever it went back. */
function seriesOf(orders: readonly OrderEntry[], side: OrderSide, days: readonly string[]) {
  const byDay = Map.groupBy(orders, ({ orderId }) => createdOf(orderId).slice(0, "YYYY-MM-DD".length));
  return days.map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const shares = ofDay.map((order) => shareOf(order, side));
    return {
      day,
      count: ofDay.length,
      amount: shares.reduce((total, { kept }) => total + kept, 0),
    };
  });
}
