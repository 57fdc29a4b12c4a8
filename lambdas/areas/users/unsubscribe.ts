import { timingSafeEqual } from "node:crypto";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { unsubscribe } from "#shared/contract/users.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { transact } from "../../platform/table/transact.ts";
import { findUser } from "./find-user.ts";
import { OPEN } from "./open-account.ts";
import type { UsersServices } from "./services.ts";
import { UserEntity } from "./user.entity.ts";

function isSame(key: string, sent: string) {
  const [known, given] = [Buffer.from(key), Buffer.from(sent)];
  return known.length === given.length && timingSafeEqual(known, given);
}

/** Switches one kind of mail off, whoever asks with the key that only the account's mails have. Safe to repeat. */
export const unsubscribeHandler = handle(unsubscribe, async ({ params }, { table }: UsersServices) => {
  const { userId, notice, unsubscribeKey } = params;
  const user = await findUser(table, userId);
  if (!user?.unsubscribeKey || user.deactivatedAt || !isSame(user.unsubscribeKey, unsubscribeKey)) {
    return fail("link_expired");
  }
  const write = UserEntity.build(UpdateTransaction)
    .item({ userId, notices: $set({ ...user.notices, [notice]: false }) })
    .options({ condition: OPEN });
  return (await transact(table, [{ write, failure: "link_expired" }])) ?? { unsubscribed: true as const };
});
