import { readUser } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { UserId } from "#shared/model/ids.ts";
import { ratingOf } from "../artwork/cards.ts";
import { avatarPath } from "../media/preview-paths.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { createdOf } from "../runtime/id-time.ts";
import { findByUsername } from "./find-user.ts";
import type { UsersServices } from "./services.ts";

export const readUserHandler = handle(readUser, async ({ params }, { table, now }: UsersServices) => {
  const user = await findByUsername(table, params.username, now());
  if (!user) return fail("user_not_found");
  return {
    id: UserId.parse(user.userId),
    name: user.name,
    fullName: user.fullName,
    avatar: user.avatarKey ? avatarPath(user.avatarKey) : null,
    width: user.avatarKey ? LIMITS.avatarFile.width : null,
    height: user.avatarKey ? LIMITS.avatarFile.height : null,
    description: user.description ?? null,
    country: user.country ?? null,
    created: createdOf(user.userId),
    rating: ratingOf(user),
    artwork: user.shown,
    favorites: user.showsFavorites ? user.favorites : null,
  };
});
