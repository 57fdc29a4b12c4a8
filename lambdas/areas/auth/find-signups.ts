import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { getKeyPrefix } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { SignupEntity } from "./signup.entity.ts";

/** The latest accounts that wait for a link to an address, ignoring case, newest first. */
export async function findSignups(table: OpenTable, email: string, now: Date, limit: number) {
  // Longer than any address, and possibly than a key may be.
  if (email.length > LIMITS.email.max) return [];
  const { pk, sk } = getKeyPrefix(SignupEntity, { email });
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: pk, range: { beginsWith: sk } })
    .entities(SignupEntity)
    .options({ consistent: true, entityAttrFilter: false, reverse: true, limit });
  const { Items = [] } = await table.send(query);
  return Items.filter(({ until }) => until > epochSeconds(now)).map(({ userId }) => userId);
}

/** The page that the account's sign-up named, while the account waits for its link. */
export async function findReturnPath(table: OpenTable, { email, userId }: Pick<User, "email" | "userId">) {
  const { Item } = await table.send(SignupEntity.build(GetItemCommand).key({ email, userId }));
  return Item?.returnTo;
}
