import { readSelection, readStatistics } from "#shared/contract/sales.ts";
import { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { OrderSide } from "#shared/model/order.ts";
import { listDays, parseDayRange, toDay } from "../../../../platform/runtime/day-range.ts";
import { Failure } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { findPopularity } from "../../../popularity/find-popularity.ts";
import { type OrderEntry, queryAllOrders } from "../../order/find-orders.ts";
import { computeShare, listPlacedOrders, type PlacedOrder, sumOrders } from "../../order/placed-orders.ts";
import type { SalesServices } from "./services.ts";

export const readSelectionHandler = handle(
  readSelection,
  async ({ params: { userId, displayType }, query }, { table, now }: SalesServices) => {
    const range = parseDayRange(query, now());
    if (range instanceof Failure) return range;
    const orders = await listPlacedOrders(table, { userId, side: displayType }, range);
    return {
      start: range.start,
      end: range.end,
      items: orders.map((order) => toItem(order, displayType)),
      series: toSeries(orders, displayType, listDays(range)),
    };
  },
);

function toItem(order: PlacedOrder, side: OrderSide) {
  const { amount, fee, returned } = computeShare(order, side);
  return {
    orderId: OrderId.parse(order.orderId),
    created: order.placed,
    status: order.status,
    artwork: { id: ArtworkId.parse(order.artworkId), title: order.title },
    ...(order.amounts.licenses ? { furtherWorks: order.amounts.licenses - 1 } : {}),
    licenseType: order.licenseType,
    amount,
    fee,
    returned,
  };
}

/** A point for every day; refunded orders are counted, and returned amounts are deducted. */
function toSeries(orders: readonly PlacedOrder[], side: OrderSide, days: readonly string[]) {
  const byDay = Map.groupBy(orders, ({ placed }) => toDay(placed));
  return days.map((day) => ({ day, ...sumOrders(byDay.get(day) ?? [], side) }));
}

export const readStatisticsHandler = handle(
  readStatistics,
  async ({ params: { userId, display } }, { table }: SalesServices) => {
    const [orders, popularity] = await Promise.all([
      queryAllOrders(table, { userId, side: display }),
      display === "sales" ? findPopularity(table, userId) : {},
    ]);
    return { ...sumFigures(orders, display), ...popularity };
  },
);

function sumFigures(orders: readonly OrderEntry[], side: OrderSide) {
  const shares = orders.map((order) => computeShare(order, side));
  const paid = shares.filter(({ isPaid }) => isPaid);
  return {
    count: orders.length,
    paidCount: paid.length,
    amount: sum(shares.map(({ kept }) => kept)),
    fees: sum(shares.map(({ keptFee }) => keptFee)),
    refunded: sum(shares.map(({ returned }) => returned)),
    average: paid.length === 0 ? null : Math.round(sum(paid.map(({ kept }) => kept)) / paid.length),
  };
}

const sum = (cents: readonly number[]) => cents.reduce((total, part) => total + part, 0);
