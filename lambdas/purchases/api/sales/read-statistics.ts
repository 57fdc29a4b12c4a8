import { readStatistics } from "#shared/contract/sales.ts";
import type { OrderSide } from "#shared/model/order.ts";
import { ratingOf } from "../../../artwork/cards.ts";
import { countFavoritesOf } from "../../../favorites/count-favorites.ts";
import { handle } from "../../../runtime/handle.ts";
import type { OpenTable } from "../../../table/marketplace-table.ts";
import { findUser } from "../../../users/find-user.ts";
import { type OrderEntry, queryAllOrders } from "../../order/find-orders.ts";
import type { SalesServices } from "./services.ts";
import { shareOf } from "./share-of.ts";

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
