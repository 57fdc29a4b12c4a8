import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { inviteMember, listSharedCollections, removeMember } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { getKeyPrefix } from "../../platform/table/item-key.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { CHANGED, retryChanged } from "../../platform/table/retries.ts";
import { attempt, toOutcome } from "../../platform/table/transact.ts";
import { buildNeitherBlockedConditions } from "../messages/block.entity.ts";
import { findPeople } from "../users/find-people.ts";
import { findByUsername } from "../users/find-user.ts";
import { buildOpenAccountCheck, OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { CollectionEntity, MembershipEntity } from "./collection.entity.ts";
import { MAX_LISTED, MAX_REQUESTED, showCollections } from "./covers.ts";
import { endMembership } from "./delete-collections.ts";
import { findCollection, findCollections, findUnblocked } from "./find-collections.ts";
import type { CollectionsServices } from "./services.ts";

export const inviteMemberHandler = handle(
  inviteMember,
  ({ params: { collectionId, username }, actor: { userId } }, { table, now }: CollectionsServices) =>
    retryChanged(`collection ${collectionId}`, async () => {
      const collection = await findCollection(table, collectionId);
      if (collection?.ownerId !== userId) return fail("collection_not_found");
      const person = await findByUsername(table, username, now());
      if (!person) return fail("member_not_found");
      if (person.userId === userId) return fail("member_self");
      const { memberIds = [], revision, title } = collection;
      if (memberIds.includes(person.userId)) return undefined;
      if (memberIds.length >= LIMITS.collections.members) return fail("too_many_members");
      const membership = { userId: person.userId, collectionId, ownerId: userId, title, since: now().toISOString() };
      const writes = [
        {
          write: CollectionEntity.build(UpdateTransaction)
            .item({ collectionId, memberIds: $set([...memberIds, person.userId]), revision: revision + 1 })
            .options({ condition: { attr: "revision", eq: revision } }),
        },
        { write: MembershipEntity.build(PutTransaction).item(membership) },
        buildOpenAccountCheck(userId),
        {
          write: UserEntity.build(ConditionCheck).key({ userId: person.userId }).condition(OPEN),
          failure: "member_not_found" as const,
        },
        ...buildNeitherBlockedConditions(userId, person.userId, "member_refused"),
      ];
      const failed = await attempt(
        table,
        writes.map(({ write }) => write),
      );
      const refused = failed.filter((at) => at > 0);
      return failed.length > 0 && refused.length === 0 ? CHANGED : toOutcome(writes, refused);
    }),
);

export const removeMemberHandler = handle(
  removeMember,
  async ({ params: { collectionId, username }, actor: { userId } }, { table, now }: CollectionsServices) => {
    const [collection, person] = await Promise.all([
      findCollection(table, collectionId),
      findByUsername(table, username, now()),
    ]);
    // Somebody who blocked the owner may still leave.
    const isOwner = collection?.ownerId === userId;
    if (!collection || !(isOwner || collection.memberIds?.includes(userId))) return fail("collection_not_found");
    if (!person) return fail("user_not_found");
    if (!isOwner && person.userId !== userId) return fail("forbidden");
    await endMembership(table, { userId: person.userId, collectionId });
    return undefined;
  },
);

const formatter = MembershipEntity.build(EntityFormatter);

export const listSharedCollectionsHandler = handle(
  listSharedCollections,
  async ({ params: { userId }, query }, { table }: CollectionsServices) => {
    const { artworkId, cursor } = query;
    const limit = Math.min(query.limit, artworkId ? MAX_REQUESTED : MAX_LISTED);
    const { pk, sk } = getKeyPrefix(MembershipEntity, { userId });
    const ids = await queryPage(
      table,
      { partition: pk, range: { beginsWith: sk } },
      { limit, reverse: true, consistent: true, exclusiveStartKey: cursor ? { pk, sk: sk + cursor } : undefined },
      (item) => formatter.format(item).collectionId,
    );
    const found = new Map((await findCollections(table, ids)).map((item) => [item.collectionId, item]));
    const joined = ids.flatMap((id) => found.get(id) ?? []).filter(({ memberIds }) => memberIds?.includes(userId));
    const ownerIds = joined.map(({ ownerId }) => ownerId);
    const [getPerson, unblocked] = await Promise.all([
      findPeople(table, ownerIds),
      findUnblocked(table, userId, ownerIds),
    ]);
    const shown = joined.filter(({ ownerId }) => unblocked.has(ownerId) && getPerson(ownerId).name !== null);
    const items = await showCollections(table, shown, getPerson, artworkId);
    return { items, cursor: ids.at(-1) ?? null, hasMore: ids.length === limit };
  },
);
