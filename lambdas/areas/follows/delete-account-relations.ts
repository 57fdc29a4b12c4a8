import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { deleteAnnouncements } from "../announcements/delete-announcements.ts";
import { deleteAudience } from "../audience/find-audience.ts";
import { deleteCollections, leaveCollections } from "../collections/delete-collections.ts";
import { uncountFavorites } from "../favorites/uncount-favorites.ts";
import { deleteThreads } from "../messages/delete-threads.ts";
import { endDiscounts } from "../purchases/order/seller-discounts.ts";
import { findAllFollows, queryFollowers } from "./find-follows.ts";
import { deleteFollow } from "./follow-writes.ts";
import type { FollowPages } from "./open-follow-pages.ts";

const PAGE = 200;
const IN_FLIGHT = 10;

/** Deletes one page of a closed account's follows on each side and returns their number. */
async function deleteFollows(table: OpenTable, userId: string): Promise<number> {
  const [followers, follows] = await Promise.all([
    queryFollowers(table, userId, { audience: "all", limit: PAGE }),
    findAllFollows(table, userId),
  ]);
  const followed = follows.flatMap(({ artistId, list }) => (list ? [artistId] : [])).slice(0, PAGE);
  await forEachConcurrently(followers, IN_FLIGHT, async (followerId) => {
    await deleteFollow(table, { userId: followerId, artistId: userId }, "artist");
  });
  await forEachConcurrently(followed, IN_FLIGHT, async (artistId) => {
    await deleteFollow(table, { userId, artistId }, "follower");
  });
  return followers.length + followed.length;
}

interface Services extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
  readonly followPages: FollowPages;
}

/** Favourites that one message removes from the weekly list. */
const FAVORITES = 200;

/** Months of counts that one message deletes. */
const MONTHS = 500;

/**
 * Deletes a closed account's data that others may see or that refers to them, one page of each kind: follows on both sides,
 * collections and memberships of others', announcements, discount codes, threads, the weight of its favourites, and its audience counts. Queues itself until nothing is
 * left; a closed account creates nothing new.
 */
export async function deleteAccountRelations(userId: string, { table, followPages, now }: Services) {
  const found = await Promise.all([
    deleteFollows(table, userId),
    deleteCollections(table, userId),
    leaveCollections(table, userId),
    deleteAnnouncements(table, userId),
    endDiscounts(table, userId, now()),
    deleteThreads(table, userId),
    uncountFavorites(table, userId, now(), FAVORITES),
    deleteAudience(table, userId, MONTHS),
  ]);
  if (found.some((count) => count > 0)) await followPages.add({ kind: "closedAccount", userId });
}
