import { readUser } from "#shared/contract/users.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "./find-user.ts";
import { profileOf } from "./profile.ts";
import type { UsersServices } from "./services.ts";

export const readUserHandler = handle(readUser, async ({ params }, { table, now }: UsersServices) => {
  const user = await findByUsername(table, params.username, now());
  return user ? profileOf(table, user) : fail("user_not_found");
});
