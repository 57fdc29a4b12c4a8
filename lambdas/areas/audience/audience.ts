import { readArtworkViews, readAudience } from "#shared/contract/audience.ts";
import { AUDIENCE } from "#shared/limits.ts";
import { getRecentDays, listDays, parseDayRange, toDay } from "../../platform/runtime/day-range.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { toCard } from "../artwork/cards.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { listPlacedOrders, type PlacedOrder, sumOrders } from "../purchases/order/placed-orders.ts";
import { FOLLOWERS, PROFILE } from "./count-audience.ts";
import { countViews, type DayCounts, queryAudience } from "./find-audience.ts";
import type { AudienceServices } from "./services.ts";

const sum = (counts: readonly DayCounts[], kind: "views" | "gained") =>
  counts.reduce((total, count) => total + count[kind], 0);

const isArtwork = ({ subject }: DayCounts) => subject !== PROFILE && subject !== FOLLOWERS;

function toPoint(day: string, counts: readonly DayCounts[], orders: readonly PlacedOrder[]) {
  const { count: sales, amount: earned } = sumOrders(orders, "sales");
  const artworks = counts.filter(isArtwork);
  const [profile, followers] = [PROFILE, FOLLOWERS].map((one) => counts.filter(({ subject }) => subject === one));
  return {
    day,
    views: sum(artworks, "views"),
    profileViews: sum(profile ?? [], "views"),
    favorites: sum(artworks, "gained"),
    followers: sum(followers ?? [], "gained"),
    sales,
    earned,
  };
}

/** The most viewed works, with the pictures of existing ones. */
async function findBest(table: OpenTable, counts: readonly DayCounts[], orders: readonly PlacedOrder[]) {
  const groupedOrders = Map.groupBy(orders, ({ artworkId }) => artworkId);
  const groupedCounts = Map.groupBy(counts.filter(isArtwork), ({ subject }) => subject);
  const figures = [...new Set([...groupedCounts.keys(), ...groupedOrders.keys()])]
    .map((artworkId) => {
      const { count: sales, amount: earned } = sumOrders(groupedOrders.get(artworkId) ?? [], "sales");
      const own = groupedCounts.get(artworkId) ?? [];
      return { artworkId, views: sum(own, "views"), favorites: sum(own, "gained"), sales, earned };
    })
    .sort((a, b) => b.views - a.views || b.favorites - a.favorites || b.sales - a.sales)
    .slice(0, AUDIENCE.considered);
  const cards = await findCards(
    table,
    figures.map(({ artworkId }) => artworkId),
  );
  return figures
    .flatMap(({ artworkId, ...figure }) => {
      const card = cards.get(artworkId);
      return card && !card.deletedAt ? [{ artwork: toCard(card), ...figure }] : [];
    })
    .slice(0, AUDIENCE.best);
}

export const readAudienceHandler = handle(
  readAudience,
  async ({ params: { userId }, query }, { table, now }: AudienceServices) => {
    const range = parseDayRange(query, now());
    if (range instanceof Failure) return range;
    const [counts, orders] = await Promise.all([
      queryAudience(table, userId, range),
      listPlacedOrders(table, { userId, side: "sales" }, range),
    ]);
    const [groupedCounts, groupedOrders] = [
      Map.groupBy(counts, ({ day }) => day),
      Map.groupBy(orders, ({ placed }) => toDay(placed)),
    ];
    return {
      start: range.start,
      end: range.end,
      series: listDays(range).map((day) => toPoint(day, groupedCounts.get(day) ?? [], groupedOrders.get(day) ?? [])),
      best: await findBest(table, counts, orders),
    };
  },
);

export const readArtworkViewsHandler = handle(
  readArtworkViews,
  async ({ params: { artworkId }, actor: { userId } }, { table, now }: AudienceServices) => {
    const artwork = await findShownArtwork(table, artworkId, userId);
    if (!artwork) return fail("artwork_not_found");
    if (artwork.ownerId !== userId) return fail("forbidden");
    const days = AUDIENCE.recentDays;
    return { days, views: await countViews(table, { artistId: userId, artworkId }, getRecentDays(days, now())) };
  },
);
