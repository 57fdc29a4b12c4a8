import { readSelection } from "#shared/contract/sales.ts";
import { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { OrderSide } from "#shared/model/order.ts";
import { Failure } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { firstIdAt } from "../../../runtime/id-time.ts";
import type { OpenTable } from "../../../table/marketplace-table.ts";
import { placedOf } from "../../order/find-order.ts";
import { queryAllOrders } from "../../order/find-orders.ts";
import { type DayRange, dayRange, daysOf } from "./day-range.ts";
import type { SalesServices } from "./services.ts";
import { shareOf } from "./share-of.ts";

export const readSelectionHandler = handle(
  readSelection,
  async ({ params: { userId, displayType }, query }, { table, now }: SalesServices) => {
    const range = dayRange(query, now());
    if (range instanceof Failure) return range;
    const orders = await findPlaced(table, { userId, side: displayType }, range);
    return {
      start: range.start,
      end: range.end,
      items: orders.map((order) => itemOf(order, displayType)),
      series: seriesOf(orders, displayType, daysOf(range)),
    };
  },
);

/** A paid order's id is older than the order, by the time that its payment took. */
const LONGEST_PAYMENT_MS = 30 * 24 * 60 * 60 * 1000;

/** The orders of one side that were placed in a range, newest first. */
async function findPlaced(table: OpenTable, list: { userId: string; side: OrderSide }, range: DayRange) {
  const earliest = new Date(range.from.getTime() - LONGEST_PAYMENT_MS);
  const orders = await queryAllOrders(table, list, [firstIdAt(earliest), firstIdAt(range.to)]);
  const [first, end] = [range.from.toISOString(), range.to.toISOString()];
  return orders
    .map((order) => ({ ...order, placed: placedOf(order) }))
    .filter(({ placed }) => placed >= first && placed < end)
    .sort((a, b) => b.placed.localeCompare(a.placed));
}

type PlacedOrder = Awaited<ReturnType<typeof findPlaced>>[number];

function itemOf(order: PlacedOrder, side: OrderSide) {
  const { amount, fee, returned } = shareOf(order, side);
  return {
    orderId: OrderId.parse(order.orderId),
    created: order.placed,
    status: order.status,
    artwork: { id: ArtworkId.parse(order.artworkId), title: order.title },
    licenseType: order.licenseType,
    amount,
    fee,
    returned,
  };
}

/** A point for every day; what was paid back counts as an order, but to no amount, whenever it went back. */
function seriesOf(orders: readonly PlacedOrder[], side: OrderSide, days: readonly string[]) {
  const byDay = Map.groupBy(orders, ({ placed }) => placed.slice(0, "YYYY-MM-DD".length));
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
