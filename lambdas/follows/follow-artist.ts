import { followArtist } from "#shared/contract/follows.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "../users/find-user.ts";
import { addFollow } from "./follow-writes.ts";
import type { FollowsServices } from "./services.ts";

export const followArtistHandler = handle(
  followArtist,
  async ({ params, body, actor: { userId } }, { table, now, newId }: FollowsServices) => {
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    if (artist.userId === userId) return fail("follow_self");
    return addFollow(table, { userId, artistId: artist.userId, followId: newId(), notify: body.followNotify });
  },
);
