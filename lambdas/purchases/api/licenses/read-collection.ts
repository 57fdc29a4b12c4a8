import { readCollection } from "#shared/contract/licenses.ts";
import { PAGE } from "#shared/limits.ts";
import { findShownFavorites } from "../../../favorites/find-shown-favorites.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOwnership } from "./find-ownership.ts";
import type { LicensesServices } from "./services.ts";

const FIRST = { limit: PAGE.standard };

export const readCollectionHandler = handle(
  readCollection,
  async ({ params: { userId } }, { table }: LicensesServices) => {
    const [ownership, favorites] = await Promise.all([
      findOwnership(table, userId, FIRST),
      findShownFavorites(table, userId, userId, FIRST),
    ]);
    return { ownership, favorites };
  },
);
