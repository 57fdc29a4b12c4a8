import { createHash } from "node:crypto";
import type { AccountState } from "#shared/model/account-record.ts";
import type { User } from "../users/find-user.ts";
import { isSuspended } from "../users/suspension.ts";

export function getState(user: User): AccountState {
  const { deactivatedAt, blockedAt, verified } = user;
  if (deactivatedAt) return "closed";
  if (blockedAt) return "blocked";
  if (isSuspended(user)) return "suspended";
  return verified ? "open" : "unverified";
}

/** Changes with everything that an operator's decision about an account depends on. */
export function computeVersion(user: User): string {
  const { email, notBefore, factors, factorsRemoved, suspension, blockedAt, deactivatedAt } = user;
  const parts = [email, notBefore, factors, factorsRemoved, suspension, blockedAt, deactivatedAt];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 16);
}
