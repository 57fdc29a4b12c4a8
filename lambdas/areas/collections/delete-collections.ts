import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { PAGE } from "#shared/limits.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll, queryReadable } from "../../platform/table/query-all.ts";
import { CHANGED, retryChanged } from "../../platform/table/retries.ts";
import { attempt } from "../../platform/table/transact.ts";
import { findUser } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { CollectionCommentEntity, CollectionEntity, MembershipEntity } from "./collection.entity.ts";
import { findCollection, queryCollections } from "./find-collections.ts";

const IN_FLIGHT = 10;

async function deleteComments(table: OpenTable, collectionId: string) {
  const comments = await queryReadable(table, CollectionCommentEntity, { collectionId });
  await forEachConcurrently(comments, IN_FLIGHT, async ({ parts: { commentId = "" } }) => {
    await table.send(CollectionCommentEntity.build(DeleteItemCommand).key({ collectionId, commentId }));
  });
}

/** Deletes a person's collection with its comments and memberships; fails if they have no such one. */
export const deleteOwnCollection = (table: OpenTable, collectionId: string, userId: string) =>
  retryChanged(`collection ${collectionId}`, async () => {
    const collection = await findCollection(table, collectionId);
    if (collection?.ownerId !== userId) return fail("collection_not_found");
    const { revision, memberIds = [] } = collection;
    // First, so that a crash leaves none; a comment written meanwhile changes the revision.
    await deleteComments(table, collectionId);
    const failed = await attempt(table, [
      CollectionEntity.build(DeleteTransaction)
        .key({ collectionId })
        .options({ condition: { attr: "revision", eq: revision } }),
      UserEntity.build(UpdateTransaction).item({ userId, collections: $add(-1) }),
      ...memberIds.map((memberId) => MembershipEntity.build(DeleteTransaction).key({ userId: memberId, collectionId })),
    ]);
    return failed.length === 0 ? undefined : CHANGED;
  });

/**
 * Deletes a page of a closed account's collections and returns their number. Throws if the index doesn't list all of them
 * yet; the account's count is exact, the index lags. Safe to repeat.
 */
export async function deleteCollections(table: OpenTable, userId: string): Promise<number> {
  const { items } = await queryCollections(table, userId, { isOwn: true, limit: PAGE.max });
  for (const { collectionId } of items) await deleteOwnCollection(table, collectionId, userId);
  const left = (await findUser(table, userId))?.collections ?? 0;
  if (items.length === 0 && left > 0) throw new Error(`${left} collections of a closed account aren't listed yet`);
  return items.length;
}

/** Ends a membership; what the member added stays, and is the owner's to remove. Safe to repeat. */
export function endMembership(table: OpenTable, key: { readonly userId: string; readonly collectionId: string }) {
  const { userId, collectionId } = key;
  return retryChanged(`collection ${collectionId}`, async () => {
    const collection = await findCollection(table, collectionId);
    const { memberIds = [], addedBy = {}, revision = 0 } = collection ?? {};
    if (!memberIds.includes(userId)) {
      await table.send(MembershipEntity.build(DeleteItemCommand).key(key));
      return undefined;
    }
    const failed = await attempt(table, [
      CollectionEntity.build(UpdateTransaction)
        .item({
          collectionId,
          memberIds: $set(memberIds.filter((memberId) => memberId !== userId)),
          addedBy: $set(Object.fromEntries(Object.entries(addedBy).filter(([, memberId]) => memberId !== userId))),
          revision: revision + 1,
        })
        .options({ condition: { attr: "revision", eq: revision } }),
      MembershipEntity.build(DeleteTransaction).key(key),
    ]);
    return failed.length === 0 ? undefined : CHANGED;
  });
}

/** Ends a page of a closed account's memberships and returns their number. Safe to repeat. */
export async function leaveCollections(table: OpenTable, userId: string): Promise<number> {
  const memberships = (await queryAll(table, MembershipEntity, { userId })).slice(0, PAGE.max);
  for (const { collectionId } of memberships) await endMembership(table, { userId, collectionId });
  return memberships.length;
}
