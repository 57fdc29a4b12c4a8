import { createHash } from "node:crypto";
import type { AccountState } from "#shared/model/account-record.ts";
import type { User } from "../users/find-user.ts";

export function getState({ deactivatedAt, blockedAt, verified }: User): AccountState {
  if (deactivatedAt) return "closed";
  if (blockedAt) return "blocked";
  return verified ? "open" : "unverified";
}

/** Changes with everything that an operator's decision about an account depends on. */
export function computeVersion({ email, notBefore, factors, factorsRemoved, blockedAt, deactivatedAt }: User): string {
  const parts = [email, notBefore, factors, factorsRemoved, blockedAt, deactivatedAt];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 16);
}
