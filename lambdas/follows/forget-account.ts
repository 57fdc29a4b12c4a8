import { deleteCollections } from "../collections/delete-collections.ts";
import { uncountFavorites } from "../favorites/uncount-favorites.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { forgetFollows } from "./forget-follows.ts";
import type { FollowPages } from "./open-follow-pages.ts";

interface ForgetServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
  readonly followPages: FollowPages;
}

/** Favourites that one message takes out of the weekly list. */
const FAVORITES = 200;

/**
 * Takes away what a closed account left with others, a page of each: follows on both sides, collections, and the weight of its
 * favourites. It queues itself until it finds none: the account makes nothing anew, so what went doesn't come back.
 */
export async function forgetAccount(userId: string, { table, followPages, now }: ForgetServices) {
  const found = await Promise.all([
    forgetFollows(table, userId),
    deleteCollections(table, userId),
    uncountFavorites(table, userId, now(), FAVORITES),
  ]);
  if (found.some((count) => count > 0)) await followPages.add({ kind: "closedAccount", userId });
}
