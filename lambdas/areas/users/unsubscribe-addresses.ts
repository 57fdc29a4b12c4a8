import { createHmac, randomBytes } from "node:crypto";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $get } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { NoticeSwitch } from "#shared/model/notifications.ts";
import { UNSUBSCRIBE_PATH } from "#shared/pages.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "./find-user.ts";
import { OPEN } from "./open-account.ts";
import { UserEntity } from "./user.entity.ts";

const KEY_BYTES = 16;

/** The part of an account's key in the address of one kind of mail: whoever sees such a mail can stop no other kind. */
export const deriveUnsubscribeKey = (accountKey: string, notice: NoticeSwitch) =>
  createHmac("sha256", accountKey).update(notice).digest().subarray(0, KEY_BYTES).toString("base64url");

/** Addresses by which a reader of a mail stops such mails, without logging in: a page, and a call for their mail program. */
export async function unsubscribeAddresses(
  { table, siteOrigin }: { readonly table: OpenTable; readonly siteOrigin: string },
  { userId, unsubscribeKey }: User,
  notice: NoticeSwitch,
) {
  const key = deriveUnsubscribeKey(unsubscribeKey ?? (await makeKey(table, userId)), notice);
  const path = [userId, notice, key].join("/");
  return { page: `${siteOrigin}${UNSUBSCRIBE_PATH}/${path}`, call: `${siteOrigin}/api${UNSUBSCRIBE_PATH}/${path}` };
}

async function makeKey(table: OpenTable, userId: string) {
  const made = randomBytes(KEY_BYTES).toString("base64url");
  const { Attributes } = await table.send(
    UserEntity.build(UpdateItemCommand)
      .item({ userId, unsubscribeKey: $get("unsubscribeKey", made) })
      .options({ condition: OPEN, returnValues: "ALL_NEW" }),
  );
  return Attributes?.unsubscribeKey ?? made;
}
