import type { OrderSide } from "#shared/model/order.ts";
import type { DayRange } from "../../../platform/runtime/day-range.ts";
import { getFirstIdAt } from "../../../platform/runtime/time.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { getPlacedAt, type OrderEntry, queryAllOrders } from "./find-orders.ts";
import { computeTotals, getReturned } from "./order-view.ts";

/** One side's share of an order, in cents: spent by the buyer or earned by the seller, and that side's fee. */
export function computeShare(order: OrderEntry, side: OrderSide) {
  const { amounts, status } = order;
  const { orderSpent, orderEarned } = computeTotals(amounts);
  const returnedAmounts = getReturned(order);
  const isPurchase = side === "purchases";
  const amount = isPurchase ? orderSpent : orderEarned;
  const fee = isPurchase ? amounts.buyerFee : amounts.sellerFee;
  const returned = isPurchase ? returnedAmounts.spent : returnedAmounts.earned;
  // Amounts that a bank took beyond the payment are the platform's loss.
  const kept = Math.max(0, amount - returned);
  return {
    amount,
    fee,
    returned,
    /** `amount` less `returned`, and the fee included in it. */
    kept,
    keptFee: amount === 0 ? 0 : Math.round((fee * kept) / amount),
    /** True for paid orders that weren't refunded. */
    isPaid: status !== "refunded" && amount > 0,
  };
}

/** The id of a paid order is created when its payment starts, at most this long before the order. */
const MAX_PAYMENT_DURATION_MS = 30 * 24 * 60 * 60 * 1000;

/** One side's orders placed in a range, newest first. */
export async function listPlacedOrders(
  table: OpenTable,
  list: { userId: string; side: OrderSide },
  range: Pick<DayRange, "from" | "to">,
) {
  const earliest = new Date(range.from.getTime() - MAX_PAYMENT_DURATION_MS);
  const orders = await queryAllOrders(table, list, [getFirstIdAt(earliest), getFirstIdAt(range.to)]);
  const [first, end] = [range.from.toISOString(), range.to.toISOString()];
  return orders
    .map((order) => ({ ...order, placed: getPlacedAt(order) }))
    .filter(({ placed }) => placed >= first && placed < end)
    .sort((a, b) => b.placed.localeCompare(a.placed));
}

export type PlacedOrder = Awaited<ReturnType<typeof listPlacedOrders>>[number];

/** One side's number of orders, and their amounts less what was returned. */
export const sumOrders = (orders: readonly OrderEntry[], side: OrderSide) => ({
  count: orders.length,
  amount: orders.reduce((total, order) => total + computeShare(order, side).kept, 0),
});
