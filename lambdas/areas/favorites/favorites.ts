import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { addFavorite, listFavorites, removeFavorite } from "#shared/contract/favorites.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import { transact } from "../../platform/table/transact.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { buildShownCondition, findArtwork } from "../artwork/find-artwork.ts";
import { countPopularity } from "../popularity/count-popularity.ts";
import { toDayNumber } from "../popularity/weekly-score.ts";
import { findByUsername } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { FavoriteEntity, favoritesPartition, NO_DAY } from "./favorite.entity.ts";
import { findCountedDay, findFavorite, findShownFavorites } from "./find-favorites.ts";
import type { FavoritesServices } from "./services.ts";

/**
 * The stream updates the artwork's ranks. Adding a recently removed favourite counts on its former day, so that toggling
 * doesn't renew it; artists' favourites of their own work never count.
 */
export const addFavoriteHandler = handle(
  addFavorite,
  async ({ params: { artworkId }, actor: { userId } }, { table, newId, now }: FavoritesServices) => {
    const [former, artwork] = await Promise.all([
      findFavorite(table, userId, artworkId),
      findArtwork(table, artworkId),
    ]);
    const isOwn = artwork?.ownerId === userId;
    const day = isOwn ? undefined : (findCountedDay(former, now()) ?? toDayNumber(now()));
    const unchanged = ifUnchanged("favoriteId", former?.favoriteId);
    return transact(table, [
      {
        write: ArtworkEntity.build(UpdateTransaction)
          .item({ artworkId, favorites: $add(1) })
          .options({ condition: buildShownCondition(userId) }),
        failure: "artwork_not_found",
      },
      {
        write: UserEntity.build(UpdateTransaction)
          .item({ userId, favorites: $add(1) })
          .options({ condition: OPEN }),
        failure: "forbidden",
      },
      {
        write: FavoriteEntity.build(PutTransaction)
          .item({ userId, artworkId, list: favoritesPartition(userId), favoriteId: newId(), day: day ?? NO_DAY })
          // An expired favourite is missing, and a changed one was added meanwhile.
          .options({
            condition: {
              and: [{ attr: "list", exists: false }, { or: [unchanged, { attr: "favoriteId", exists: false }] }],
            },
          }),
        failure: "done",
      },
      ...countPopularity(artworkId, day, 1),
    ]);
  },
);

/** Read first for the day on which it counts; if it changes meanwhile, it is a different favourite. */
export const removeFavoriteHandler = handle(
  removeFavorite,
  async ({ params: { artworkId }, actor: { userId } }, { table, now }: FavoritesServices) => {
    const favorite = await findFavorite(table, userId, artworkId);
    if (!favorite?.list) return undefined;
    const { favoriteId } = favorite;
    const day = findCountedDay(favorite, now());
    return transact(table, [
      {
        write: UserEntity.build(UpdateTransaction)
          .item({ userId, favorites: $add(-1) })
          .options({ condition: OPEN }),
        failure: "forbidden",
      },
      {
        write: FavoriteEntity.build(UpdateTransaction)
          .item({
            userId,
            artworkId,
            list: $remove(),
            expires: epochSeconds(now()) + LIFETIMES.formerFavorite,
          })
          .options({
            condition: {
              and: [
                { attr: "list", exists: true },
                { attr: "favoriteId", eq: favoriteId },
              ],
            },
          }),
        failure: "done",
      },
      { write: ArtworkEntity.build(UpdateTransaction).item({ artworkId, favorites: $add(-1) }) },
      ...countPopularity(artworkId, day, -1),
    ]);
  },
);

export const listFavoritesHandler = handle(
  listFavorites,
  async ({ params, query, actor }, { table, now }: FavoritesServices) => {
    const user = await findByUsername(table, params.username, now());
    if (!user) return fail("user_not_found");
    const seesThem = user.showsFavorites || user.userId === actor?.userId;
    if (!seesThem) return { items: [], cursor: null, hasMore: false, hidden: true };
    return { ...(await findShownFavorites(table, user.userId, actor?.userId, query)), hidden: false };
  },
);
