import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { UserId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";

/** The id that `--user` gives. Throws where it is none. */
export function requireUserId(user: string | undefined): UserId {
  const { data: userId } = UserId.safeParse(user);
  if (!userId) throw new BadCommand(`--user ${user ?? ""} is no user's id.`);
  return userId;
}

/** The account that `--user` names, closed and blocked ones included. Throws where there is none. */
export async function requireAccount(table: OpenTable, user: string | undefined) {
  const userId = requireUserId(user);
  const found = await findUser(table, userId);
  if (!found) throw new BadCommand(`There is no account ${userId}.`);
  return found;
}

/** The account that `--user` names, a blocked one too. Throws where there is none or it is closed. */
export async function requireUnclosedAccount(table: OpenTable, user: string | undefined) {
  const found = await requireAccount(table, user);
  if (found.deactivatedAt) throw new BadCommand(`${found.userId} is closed.`);
  return found;
}
