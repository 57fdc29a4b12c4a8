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

/** The key in the links of one kind of mail, so that it can't switch off another kind. */
export const deriveUnsubscribeKey = (accountKey: string, notice: NoticeSwitch) =>
  createHmac("sha256", accountKey).update(notice).digest().subarray(0, KEY_BYTES).toString("base64url");

/** URLs that switch off a kind of mail without a log-in: a page, and a call for mail programs. */
export async function createUnsubscribeLinks(
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
