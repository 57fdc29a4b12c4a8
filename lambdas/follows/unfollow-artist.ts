import { unfollowArtist } from "#shared/contract/follows.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "../users/find-user.ts";
import { endFollow } from "./follow-writes.ts";
import type { FollowsServices } from "./services.ts";

export const unfollowArtistHandler = handle(
  unfollowArtist,
  async ({ params, actor: { userId } }, { table, now }: FollowsServices) => {
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    // Nobody follows themselves, so there is nothing to end.
    return artist.userId === userId ? undefined : endFollow(table, { userId, artistId: artist.userId }, now());
  },
);
