import { updateFollow } from "#shared/contract/follows.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "../users/find-user.ts";
import { switchNotifications } from "./follow-writes.ts";
import type { FollowsServices } from "./services.ts";

export const updateFollowHandler = handle(
  updateFollow,
  async ({ params, body, actor: { userId } }, { table, now }: FollowsServices) => {
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    const isFollowed = await switchNotifications(table, { userId, artistId: artist.userId }, body.followNotify);
    return isFollowed ? undefined : fail("follow_not_found");
  },
);
