import { listFavorites } from "#shared/contract/favorites.ts";
import { findShownFavorites } from "../favorites/find-shown-favorites.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "../users/find-user.ts";
import type { FavoritesServices } from "./services.ts";

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
