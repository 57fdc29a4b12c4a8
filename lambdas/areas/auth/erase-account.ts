import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { deleteFactors } from "../second-factor/delete-factors.ts";
import type { User } from "../users/find-user.ts";
import { closeAccount } from "./close-account.ts";
import { deleteKnownBrowsers } from "./known-browsers.ts";
import type { UserDeleter } from "./open-user-deleter.ts";
import { deleteSessions } from "./sessions.ts";

interface ErasingServices {
  readonly table: OpenTable;
  readonly userDeleter: UserDeleter;
}

/** Closes an open account and deletes its data, or what is left of a closed one. Repeat it after an interruption. */
export async function eraseAccount({ table, userDeleter }: ErasingServices, user: User, at: Date, reason?: string) {
  const { userId } = user;
  const refused = user.deactivatedAt ? undefined : await closeAccount(table, user, at, reason);
  if (refused) return refused;
  await userDeleter.delete(userId);
  await deleteKnownBrowsers(table, userId);
  await deleteFactors(table, userId);
  await deleteSessions(table, userId);
  return undefined;
}
