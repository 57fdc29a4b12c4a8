import { PAGE } from "#shared/limits.ts";
import { type CardItem, cardOf } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { favoriteSortKey, queryFavorites } from "./find-favorites.ts";

/** Queries for one page: favourites that can't be shown are skipped, so a page may be short while there is more. */
const ROUNDS = 10;

/** Favourites of a user that may be shown to this caller, the last favoured first. */
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
      if (shown.length === limit) return { items: shown.map(cardOf), cursor: artworkId, hasMore: true };
    }
    if (favorites.length < asked) {
      return { items: shown.map(cardOf), cursor: shown.at(-1)?.artworkId ?? null, hasMore: false };
    }
  }
  return { items: shown.map(cardOf), cursor: last, hasMore: true };
}
