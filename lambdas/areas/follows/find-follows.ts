import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet } from "../../platform/table/batch-get.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { UserEntity } from "../users/user.entity.ts";
import { FollowEntity, followLists } from "./follow.entity.ts";

const formatter = FollowEntity.build(EntityFormatter);

/** The follow, including a recently ended one. */
export async function findFollow(table: OpenTable, userId: string, artistId: string) {
  const key = { userId, artistId };
  const { Item } = await table.send(FollowEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

export async function readFollowState(table: OpenTable, userId: string, artistId: string) {
  const follow = await findFollow(table, userId, artistId);
  const followed = follow?.list !== undefined;
  return { followed, followNotify: followed && follow.notified !== undefined };
}

/** The sort key after which the list continues; for an artist who was never in it, by their account's creation. */
export const findFollowSortKey = async (table: OpenTable, userId: string, artistId: string) =>
  (await findFollow(table, userId, artistId))?.followId ?? artistId;

/** The artists whom a user follows, before a cursor, latest first. */
export async function queryFollowed(
  table: OpenTable,
  userId: string,
  { place, limit }: { place?: string | undefined; limit: number },
): Promise<string[]> {
  return queryPage(
    table,
    { index: INDEX.ranked, partition: followLists.ofUser(userId), ...(place ? { range: { lt: place } } : {}) },
    { limit, reverse: true },
    (item) => formatter.format(item, { attributes: ["artistId"] }).artistId,
  );
}

/** A user's follows of up to a hundred artists, without ended ones. */
export async function findFollows(table: OpenTable, userId: string, artistIds: readonly string[]) {
  if (artistIds.length === 0) return [];
  const requests = artistIds.map((artistId) => FollowEntity.build(BatchGetRequest).key({ userId, artistId }));
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(...requests)
    .options({ consistent: true });
  const items = await batchGet(table, command);
  return items.flatMap((item) => (item?.list === undefined ? [] : [item]));
}

const followers = { all: followLists.ofArtist, notified: followLists.notified };
const followersIndex = { all: INDEX.byOwner, notified: INDEX.shownByOwner };

/** An artist's followers, or those with notifications on, after the cursor by id. */
export async function queryFollowers(
  table: OpenTable,
  artistId: string,
  { audience, cursor, limit }: { audience: keyof typeof followers; cursor?: string | undefined; limit: number },
): Promise<string[]> {
  return queryPage(
    table,
    {
      index: followersIndex[audience],
      partition: followers[audience](artistId),
      ...(cursor ? { range: { gt: getKey(UserEntity, { userId: cursor }).pk } } : {}),
    },
    { limit },
    (item) => formatter.format(item, { attributes: ["userId"] }).userId,
  );
}

/** Every follow of a user including ended ones, by a consistent read. */
export const findAllFollows = (table: OpenTable, userId: string) => queryAll(table, FollowEntity, { userId });
