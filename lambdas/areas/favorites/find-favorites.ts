import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PAGE } from "#shared/limits.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { type CardItem, toCards } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { isCounted } from "../popularity/count-popularity.ts";
import { toDayNumber } from "../popularity/weekly-score.ts";
import { FavoriteEntity, favoritesPartition } from "./favorite.entity.ts";

const formatter = FavoriteEntity.build(EntityFormatter);

export async function isFavorite(table: OpenTable, userId: string, artworkId: string) {
  return (await findFavorite(table, userId, artworkId))?.list !== undefined;
}

/** The favourite, including a recently removed one. */
export async function findFavorite(table: OpenTable, userId: string, artworkId: string) {
  const key = { userId, artworkId };
  const { Item } = await table.send(FavoriteEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

export type FavoriteItem = NonNullable<Awaited<ReturnType<typeof findFavorite>>>;

/** The day on which a favourite counts, even if it was removed; none if it is too old or never counted. */
export function findCountedDay(favorite: FavoriteItem | undefined, now: Date): number | undefined {
  const day = favorite && (favorite.day ?? toDayNumber(getCreatedAt(favorite.favoriteId)));
  return day !== undefined && isCounted(day, now) ? day : undefined;
}

/** Every favourite of a user, in no order; one query up to some 6,000 of them (1 MB). */
export async function findAllFavorites(table: OpenTable, userId: string): Promise<FavoriteItem[]> {
  const all = await queryAll(table, FavoriteEntity, { userId });
  return all.filter(({ list }) => list !== undefined);
}

/** Their artwork ids. */
export const findFavorites = async (table: OpenTable, userId: string): Promise<string[]> =>
  (await findAllFavorites(table, userId)).map(({ artworkId }) => artworkId);

/** The sort key after which the list continues; for artwork that was never in it, by the artwork's creation. */
const favoriteSortKey = async (table: OpenTable, userId: string, artworkId: string) =>
  (await findFavorite(table, userId, artworkId))?.favoriteId ?? artworkId;

/** A user's favourites before a cursor, latest first. */
async function queryFavorites(
  table: OpenTable,
  userId: string,
  { place, limit }: { place: string | undefined; limit: number },
) {
  const partition = favoritesPartition(userId);
  return queryPage(
    table,
    { index: INDEX.ranked, partition, ...(place ? { range: { lt: place } } : {}) },
    { limit, reverse: true },
    (item) => formatter.format(item),
  );
}

/** Queries for one page: invisible favourites are skipped, so a page may be short although `hasMore` is true. */
const ROUNDS = 10;

/** A user's favourites that the caller may see, latest first. */
export async function findShownFavorites(
  table: OpenTable,
  userId: string,
  callerId: string | undefined,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const shown: CardItem[] = [];
  let place = cursor && (await favoriteSortKey(table, userId, cursor));
  let last: string | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const asked = round === 0 ? limit : PAGE.max;
    const favorites = await queryFavorites(table, userId, { place, limit: asked });
    const cards = await findCards(
      table,
      favorites.map(({ artworkId }) => artworkId),
    );
    for (const { artworkId, favoriteId } of favorites) {
      place = favoriteId;
      last = artworkId;
      const card = cards.get(artworkId);
      if (card && isShownTo(callerId, card)) shown.push(card);
      if (shown.length === limit) return { items: toCards(shown), cursor: artworkId, hasMore: true };
    }
    if (favorites.length < asked) {
      return { items: toCards(shown), cursor: shown.at(-1)?.artworkId ?? null, hasMore: false };
    }
  }
  return { items: toCards(shown), cursor: last, hasMore: true };
}
