import { randomBytes, timingSafeEqual } from "node:crypto";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $get, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { unsubscribe } from "#shared/contract/users.ts";
import type { NoticeSwitch } from "#shared/model/notice-switches.ts";
import { UNSUBSCRIBE_PATH } from "#shared/pages.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { findUser, type User } from "./find-user.ts";
import { OPEN } from "./open-account.ts";
import type { UsersServices } from "./services.ts";
import { UserEntity } from "./user.entity.ts";

/** Addresses by which a reader of a mail stops such mails, without logging in: a page, and a call for their mail program. */
export async function unsubscribeAddresses(
  { table, siteOrigin }: { readonly table: OpenTable; readonly siteOrigin: string },
  { userId, unsubscribeKey }: User,
  notice: NoticeSwitch,
) {
  const path = [userId, notice, unsubscribeKey ?? (await makeKey(table, userId))].join("/");
  return { page: `${siteOrigin}${UNSUBSCRIBE_PATH}/${path}`, call: `${siteOrigin}/api${UNSUBSCRIBE_PATH}/${path}` };
}

async function makeKey(table: OpenTable, userId: string) {
  const made = randomBytes(16).toString("base64url");
  const { Attributes } = await table.send(
    UserEntity.build(UpdateItemCommand)
      .item({ userId, unsubscribeKey: $get("unsubscribeKey", made) })
      .options({ condition: OPEN, returnValues: "ALL_NEW" }),
  );
  return Attributes?.unsubscribeKey ?? made;
}

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
