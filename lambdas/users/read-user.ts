import { readUser } from "#shared/contract/users.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByUsername } from "./find-user.ts";
import { publicUserOf } from "./public-user.ts";
import type { UsersServices } from "./services.ts";

export const readUserHandler = handle(readUser, async ({ params }, { table, now }: UsersServices) => {
  const user = await findByUsername(table, params.username, now());
  return user ? publicUserOf(user) : fail("user_not_found");
});
