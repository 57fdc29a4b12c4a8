import { readSelection, readStatistics } from "#shared/contract/sales.ts";
import { SELECTION } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { OrderSide } from "#shared/model/order.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { firstIdAt } from "../../../../platform/runtime/time.ts";
import type { OpenTable } from "../../../../platform/table/marketplace-table.ts";
import { queryAllOfOwner } from "../../../artwork/artwork-lists.ts";
import { ratingOf } from "../../../artwork/cards.ts";
import { findUser } from "../../../users/find-user.ts";
import { type OrderEntry, placedOf, queryAllOrders } from "../../order/find-orders.ts";
import { returnedOf, totalsOf } from "../../order/order-view.ts";
import type { SalesServices } from "./services.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** UTC days, both included, and the moments that they lie between. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
  readonly from: Date;
  /** The moment at which the day after the last one begins. */
  readonly to: Date;
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);
const beginOf = (day: string) => Date.parse(day.slice(0, "YYYY-MM-DD".length));

/** The days that are asked for: the last thirty unless said otherwise, and never more than the limit. */
function dayRange(asked: { start?: string | undefined; end?: string | undefined }, now: Date) {
  const last = beginOf(asked.end ?? dayOf(now.getTime()));
  const first = asked.start ? beginOf(asked.start) : last - (SELECTION.standardDays - 1) * DAY_MS;
  if (first > last) return fail("invalid_request", { fields: { start: MESSAGES.startAfterEnd } });
  if ((last - first) / DAY_MS >= SELECTION.maxDays)
    return fail("invalid_request", { fields: { start: MESSAGES.rangeTooLong } });
  return { start: dayOf(first), end: dayOf(last), from: new Date(first), to: new Date(last + DAY_MS) };
}

/** Every day of a range. */
const daysOf = ({ from, to }: DayRange): string[] =>
  Array.from({ length: (to.getTime() - from.getTime()) / DAY_MS }, (_, nth) => dayOf(from.getTime() + nth * DAY_MS));

/** An order's amounts on one side, in cents: spent by the buyer or earned by the seller, and that side's fee. */
function shareOf(order: OrderEntry, side: OrderSide) {
  const { amounts, status } = order;
  const { orderSpent, orderEarned } = totalsOf(amounts);
  const back = returnedOf(order);
  const isPurchase = side === "purchases";
  const amount = isPurchase ? orderSpent : orderEarned;
  const fee = isPurchase ? amounts.buyerFee : amounts.sellerFee;
  const returned = isPurchase ? back.spent : back.earned;
  // Amounts that a bank took beyond the payment are the platform's loss.
  const kept = Math.max(0, amount - returned);
  return {
    amount,
    fee,
    returned,
    /** Less what went back, and the fee in it. */
    kept,
    keptFee: amount === 0 ? 0 : Math.round((fee * kept) / amount),
    /** True for paid orders that weren't refunded. */
    counts: status !== "refunded" && amount > 0,
  };
}

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

/** How often an owner's artwork is a favourite. */
async function countFavoritesOf(table: OpenTable, ownerId: string): Promise<number> {
  const cards = await queryAllOfOwner(table, ownerId);
  return cards.reduce((sum, { favorites }) => sum + favorites, 0);
}

export const readStatisticsHandler = handle(
  readStatistics,
  async ({ params: { userId, display } }, { table }: SalesServices) => {
    const [orders, popularity] = await Promise.all([
      queryAllOrders(table, { userId, side: display }),
      display === "sales" ? findPopularity(table, userId) : {},
    ]);
    return { ...figuresOf(orders, display), ...popularity };
  },
);

function figuresOf(orders: readonly OrderEntry[], side: OrderSide) {
  const shares = orders.map((order) => shareOf(order, side));
  const paid = shares.filter(({ counts }) => counts);
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

/** Rating and favourites of a seller's artwork. */
async function findPopularity(table: OpenTable, userId: string) {
  const [user, favorites] = await Promise.all([findUser(table, userId), countFavoritesOf(table, userId)]);
  return { rating: ratingOf(user ?? { ratingSum: 0, ratingCount: 0 }), favorites };
}
