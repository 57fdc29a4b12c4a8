import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import type { OpenTable } from "../table/marketplace-table.ts";
import { findUser } from "./find-user.ts";
import { UserEntity } from "./user.entity.ts";

/** The account exists and isn't closed: whoever closed it may hold a token for some minutes more. */
export const OPEN = {
  and: [
    { attr: "name" as const, exists: true as const },
    { attr: "deactivatedAt" as const, exists: false as const },
  ],
};

/** Lets a transaction pass only while its caller's account is open; for writes that don't touch the account itself. */
export const whileOpen = (userId: string) => ({
  write: UserEntity.build(ConditionCheck).key({ userId }).condition(OPEN),
  otherwise: "forbidden" as const,
});

/** The caller's account; `undefined` once it is closed. */
export async function findOpenUser(table: OpenTable, userId: string) {
  const user = await findUser(table, userId);
  return user?.deactivatedAt ? undefined : user;
}
