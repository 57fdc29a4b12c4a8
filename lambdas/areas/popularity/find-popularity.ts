import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAllOfOwner } from "../artwork/artwork-lists.ts";
import { toRating } from "../artwork/cards.ts";
import { findUser } from "../users/find-user.ts";
import { POPULARITY } from "./popular-rank.ts";

/** How popular an artist and all of their artwork is. */
export async function findPopularity(table: OpenTable, artistId: string) {
  const [user, cards] = await Promise.all([findUser(table, artistId), queryAllOfOwner(table, artistId)]);
  return {
    rating: toRating(user ?? { ratingSum: 0, ratingCount: 0 }),
    [POPULARITY]: cards.reduce((sum, card) => sum + card[POPULARITY], 0),
  };
}
