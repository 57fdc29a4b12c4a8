import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireAll } from "../../platform/table/query-all.ts";
import { PasskeyEntity } from "./factors.entity.ts";

/** The account's passkeys, oldest first. */
export async function listPasskeys(table: OpenTable, userId: string) {
  const found = await requireAll(table, PasskeyEntity, { userId });
  return found.sort((a, b) => a.created.localeCompare(b.created));
}
