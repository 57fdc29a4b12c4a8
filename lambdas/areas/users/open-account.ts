import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findUser, type User } from "./find-user.ts";
import { UserEntity } from "./user.entity.ts";

/** Condition that the account exists and is neither closed nor blocked: access tokens outlive it by some minutes. */
export const OPEN = {
  and: [
    { attr: "name" as const, exists: true as const },
    { attr: "deactivatedAt" as const, exists: false as const },
    { attr: "blockedAt" as const, exists: false as const },
  ],
};

/** Condition that the caller's account is open, for transactions that don't write to it. */
export const buildOpenAccountCheck = (userId: string) => ({
  write: UserEntity.build(ConditionCheck).key({ userId }).condition(OPEN),
  failure: "forbidden" as const,
});

export const isOpen = (user: Pick<User, "deactivatedAt" | "blockedAt">) => !user.deactivatedAt && !user.blockedAt;

/** The caller's account; `undefined` while it is closed or blocked. */
export async function findOpenUser(table: OpenTable, userId: string) {
  const user = await findUser(table, userId);
  return user && isOpen(user) ? user : undefined;
}
