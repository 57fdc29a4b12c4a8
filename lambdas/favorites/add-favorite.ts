import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { addFavorite } from "#shared/contract/favorites.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { shownTo } from "../artwork/find-artwork.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { FavoriteEntity, favoritesPartition } from "./favorite.entity.ts";
import type { FavoritesServices } from "./services.ts";

/** One write and no read. The artwork's rank follows from its new count by the stream. */
export const addFavoriteHandler = handle(
  addFavorite,
  async ({ params: { artworkId }, actor: { userId } }, { table, newId }: FavoritesServices) =>
    transact(table, [
      {
        write: ArtworkEntity.build(UpdateTransaction)
          .item({ artworkId, favorites: $add(1) })
          .options({ condition: shownTo(userId) }),
        otherwise: "artwork_not_found",
      },
      {
        write: UserEntity.build(UpdateTransaction)
          .item({ userId, favorites: $add(1) })
          .options({ condition: OPEN }),
        otherwise: "forbidden",
      },
      {
        write: FavoriteEntity.build(PutTransaction)
          .item({ userId, artworkId, list: favoritesPartition(userId), favoriteId: newId() })
          .options({ condition: { attr: "list", exists: false } }),
        otherwise: "done",
      },
    ]),
);
