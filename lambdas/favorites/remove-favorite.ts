import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { removeFavorite } from "#shared/contract/favorites.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { countedDayOf, countFavoriteDay } from "./count-favorite-day.ts";
import { FavoriteEntity } from "./favorite.entity.ts";
import { findFavorite } from "./find-favorites.ts";
import type { FavoritesServices } from "./services.ts";

/** Read first, because the day on which it counted is known from the favourite alone; one that changed since is another one. */
export const removeFavoriteHandler = handle(
  removeFavorite,
  async ({ params: { artworkId }, actor: { userId } }, { table, now }: FavoritesServices) => {
    const favorite = await findFavorite(table, userId, artworkId);
    if (!favorite?.list) return undefined;
    const { favoriteId } = favorite;
    const day = countedDayOf(favorite, now());
    return transact(table, [
      {
        write: UserEntity.build(UpdateTransaction)
          .item({ userId, favorites: $add(-1) })
          .options({ condition: OPEN }),
        otherwise: "forbidden",
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
        otherwise: "done",
      },
      { write: ArtworkEntity.build(UpdateTransaction).item({ artworkId, favorites: $add(-1) }) },
      ...(day === undefined ? [] : [countFavoriteDay(artworkId, day, -1)]),
    ]);
  },
);
