import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { countPopularity } from "../popularity/count-popularity.ts";
import { FavoriteEntity, NO_DAY } from "./favorite.entity.ts";
import { findAllFavorites, findCountedDay } from "./find-favorites.ts";

/** Removes up to `most` favourites of a closed or blocked account from the weekly list and returns their number. Safe to repeat. */
export async function uncountFavorites(table: OpenTable, userId: string, now: Date, most: number): Promise<number> {
  const counted = (await findAllFavorites(table, userId)).flatMap((favorite) => {
    const day = findCountedDay(favorite, now);
    return day === undefined ? [] : [{ ...favorite, day }];
  });
  const page = counted.slice(0, most);
  for (const { artworkId, favoriteId, day } of page) {
    await transact(table, [
      {
        write: FavoriteEntity.build(UpdateTransaction)
          .item({ userId, artworkId, day: NO_DAY })
          .options({
            condition: {
              and: [
                { attr: "favoriteId", eq: favoriteId },
                { attr: "list", exists: true },
                {
                  or: [
                    { attr: "day", exists: false },
                    { attr: "day", eq: day },
                  ],
                },
              ],
            },
          }),
        failure: "done",
      },
      ...countPopularity(artworkId, day, -1),
    ]);
  }
  return page.length;
}
