import { readUser } from "#shared/contract/users.ts";
import { followStateOf } from "../follows/find-follows.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "./find-user.ts";
import { profileOf } from "./profile.ts";
import type { UsersServices } from "./services.ts";

export const readUserHandler = handle(readUser, async ({ params, actor }, { table, now }: UsersServices) => {
  const user = await findByUsername(table, params.username, now());
  if (!user) return fail("user_not_found");
  const [profile, follow] = await Promise.all([
    profileOf(table, user),
    actor ? followStateOf(table, actor.userId, user.userId) : {},
  ]);
  return { ...profile, ...follow };
});
