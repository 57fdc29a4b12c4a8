import { listFollowed } from "#shared/contract/follows.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { findPeople } from "../users/find-people.ts";
import { findFollowsOf, followSortKey, queryFollowed } from "./find-follows.ts";
import type { FollowsServices } from "./services.ts";

export const listFollowedHandler = handle(
  listFollowed,
  async ({ params: { userId }, query: { cursor, limit } }, { table }: FollowsServices) => {
    const place = cursor && (await followSortKey(table, userId, cursor));
    const artistIds = await queryFollowed(table, userId, { place, limit });
    const [follows, personOf] = await Promise.all([
      findFollowsOf(table, userId, artistIds),
      findPeople(table, artistIds),
    ]);
    const byArtist = new Map(follows.map((follow) => [follow.artistId, follow]));
    const page = pageOf(
      artistIds,
      limit,
      (artistId) => artistId,
      (artistId) => artistId,
    );
    // The index may lag behind, and an account may just have closed.
    const items = page.items.flatMap((artistId) => {
      const [follow, artist] = [byArtist.get(artistId), personOf(artistId)];
      const isShown = follow && artist.name !== null;
      return isShown ? [{ artist, followed: true, followNotify: follow.notified !== undefined }] : [];
    });
    return { ...page, items };
  },
);
