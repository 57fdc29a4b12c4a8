import { forEachConcurrently } from "../runtime/for-each-concurrently.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { findAllFollows, queryFollowers } from "./find-follows.ts";
import { forgetFollow } from "./follow-writes.ts";

const PAGE = 200;
const IN_FLIGHT = 10;

/** Deletes follows of a closed account, a page of those who followed it and of those whom it followed; answers how many those were. */
export async function forgetFollows(table: OpenTable, userId: string): Promise<number> {
  const [followers, follows] = await Promise.all([
    queryFollowers(table, userId, { who: "all", limit: PAGE }),
    findAllFollows(table, userId),
  ]);
  const followed = follows.flatMap(({ artistId, list }) => (list ? [artistId] : [])).slice(0, PAGE);
  await forEachConcurrently(followers, IN_FLIGHT, async (followerId) => {
    await forgetFollow(table, { userId: followerId, artistId: userId }, "artist");
  });
  await forEachConcurrently(followed, IN_FLIGHT, async (artistId) => {
    await forgetFollow(table, { userId, artistId }, "follower");
  });
  return followers.length + followed.length;
}
