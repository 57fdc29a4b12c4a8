import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { UserId } from "#shared/model/ids.ts";
import { CommandError } from "../command/command-error.ts";

/** The id in `--user`. Throws if it is invalid. */
export function requireUserId(user: string | undefined): UserId {
  const { data: userId } = UserId.safeParse(user);
  if (!userId) throw new CommandError(`--user ${user ?? ""} isn't a user id.`);
  return userId;
}

/** The account in `--user`, including closed and blocked ones. Throws if there is none. */
export async function requireAccount(table: OpenTable, user: string | undefined) {
  const userId = requireUserId(user);
  const found = await findUser(table, userId);
  if (!found) throw new CommandError(`There is no account ${userId}.`);
  return found;
}

/** The account in `--user`, including a blocked one. Throws if there is none or it is closed. */
export async function requireAccountNotClosed(table: OpenTable, user: string | undefined) {
  const found = await requireAccount(table, user);
  if (found.deactivatedAt) throw new CommandError(`${found.userId} is closed.`);
  return found;
}
