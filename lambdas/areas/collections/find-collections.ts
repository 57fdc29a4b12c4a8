import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import type { Person } from "#shared/model/account.ts";
import { CollectionId } from "#shared/model/ids.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { batchGet, inBatches, requireBatch } from "../../platform/table/batch-get.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { BlockEntity } from "../messages/block.entity.ts";
import { findOpenUser } from "../users/open-account.ts";
import { buildCollectionsPartition, CollectionEntity } from "./collection.entity.ts";

/** The collection by a consistent read, without a check of access. */
export async function findCollection(table: OpenTable, collectionId: string) {
  const get = CollectionEntity.build(GetItemCommand).key({ collectionId }).options({ consistent: true });
  return (await table.send(get)).Item;
}

export type CollectionItem = NonNullable<Awaited<ReturnType<typeof findCollection>>>;

const formatter = CollectionEntity.build(EntityFormatter);

/** True for everyone if public, otherwise for its owner. The state of the owner's account is checked elsewhere. */
export const isCollectionShownTo = (callerId: string | undefined, { visibility, ownerId }: CollectionItem) =>
  visibility === "public" || ownerId === callerId;

/** Of these people, those who neither block the user nor are blocked: they see each other's shared collections. */
export async function findUnblocked(table: OpenTable, userId: string, personIds: readonly string[]) {
  const unblocked = new Set(personIds);
  const keys = [...unblocked].flatMap((personId) => [
    { userId, personId },
    { userId: personId, personId: userId },
  ]);
  const found = await inBatches(keys, (batch) => {
    const command = MarketplaceTable.build(BatchGetCommand)
      .requests(...batch.map((key) => BlockEntity.build(BatchGetRequest).key(key)))
      .options({ consistent: true });
    return requireBatch(table, command);
  });
  for (const block of found) if (block) unblocked.delete(block.userId === userId ? block.personId : block.userId);
  return unblocked;
}

/** True for a member while the owner's account is open and neither blocks the other. */
export async function isMember(
  table: OpenTable,
  callerId: string | undefined,
  { memberIds = [], ownerId }: CollectionItem,
): Promise<boolean> {
  if (callerId === undefined || !memberIds.includes(callerId)) return false;
  const [owner, unblocked] = await Promise.all([
    findOpenUser(table, ownerId),
    findUnblocked(table, callerId, [ownerId]),
  ]);
  return owner !== undefined && unblocked.has(ownerId);
}

/** The collection if the caller is its owner, or a member with access. */
export async function findOwnOrShared(table: OpenTable, collectionId: string, callerId: string) {
  const collection = await findCollection(table, collectionId);
  const isShared = collection?.ownerId === callerId || (collection && (await isMember(table, callerId, collection)));
  return isShared ? collection : undefined;
}

/** Collections by a consistent read, without missing ones and without a check of access. */
export async function findCollections(table: OpenTable, ids: readonly string[]): Promise<CollectionItem[]> {
  if (ids.length === 0) return [];
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(...ids.map((collectionId) => CollectionEntity.build(BatchGetRequest).key({ collectionId })))
    .options({ consistent: true });
  return (await batchGet(table, command)).flatMap((item) => item ?? []);
}

/**
 * A page of a user's collections, newest first: public ones or all. The index lags, so current state comes from the
 * collections; its ids determine the page.
 */
export async function queryCollections(
  table: OpenTable,
  userId: string,
  { isOwn, cursor, limit }: { readonly isOwn: boolean; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly items: CollectionItem[]; readonly cursor: string | null; readonly hasMore: boolean }> {
  const query = MarketplaceTable.build(QueryCommand)
    .query({
      index: isOwn ? INDEX.byOwner : INDEX.shownByOwner,
      partition: buildCollectionsPartition(userId),
      ...(cursor ? { range: { lt: getKey(CollectionEntity, { collectionId: cursor }).pk } } : {}),
    })
    .options({ limit, reverse: true });
  const { Items = [] } = await table.send(query);
  const ids = Items.map((item) => formatter.format(item, { attributes: ["collectionId"] }).collectionId);
  const end = { cursor: ids.at(-1) ?? null, hasMore: ids.length === limit };
  const found = await findCollections(table, ids);
  return { items: found.filter((item) => isCollectionShownTo(isOwn ? userId : undefined, item)), ...end };
}

/** A collection as the API returns it. */
export const toCollection = (item: CollectionItem, owner: Person) => ({
  collectionId: CollectionId.parse(item.collectionId),
  collectionTitle: item.title,
  collectionDescription: item.description,
  collectionVisibility: item.visibility,
  owner,
  count: item.artworkIds.length,
  created: getCreatedAt(item.collectionId),
});
