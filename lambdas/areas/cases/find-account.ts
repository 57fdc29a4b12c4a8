import type { Account } from "#shared/model/reviewed-account.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { toPerson } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";

/** An account with what is known of it; a closed one without its name. */
export async function findAccount(table: OpenTable, userId: string): Promise<Account> {
  const user = await findUser(table, userId);
  return { person: toPerson(userId, user), since: getCreatedAt(userId), works: user?.shown ?? 0 };
}
