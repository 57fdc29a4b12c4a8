import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { endSessions } from "../auth/end-sessions.ts";
import type { User } from "../users/find-user.ts";
import { buildFactorsRemoval } from "./delete-factors.ts";
import { listPasskeys } from "./find-passkeys.ts";
import { listRecoveryCodes } from "./recovery-codes.ts";
import { findTotp } from "./totp.ts";

export async function countFactors(table: OpenTable, userId: string) {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(table, userId),
    listPasskeys(table, userId),
    listRecoveryCodes(table, userId),
  ]);
  return { apps: totp ? 1 : 0, passkeys: passkeys.length, recoveryCodes: codes.length };
}

/**
 * Removes an account's second factors and recovery codes and ends its sessions at `at` (epoch seconds); the stream mails the
 * owner. False if the account changed since it was read.
 */
export async function removeAllFactors(table: OpenTable, user: User, at: number): Promise<boolean> {
  const { writes } = await buildFactorsRemoval(table, user.userId, 0);
  const changed = await transact(table, [
    { write: endSessions(user, at, { withoutFactors: true }), failure: "too_many_requests" },
    ...writes,
  ]);
  return changed === undefined;
}
