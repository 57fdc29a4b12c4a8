import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import {
  createCollection,
  deleteCollection,
  listCollections,
  readCollection,
  updateCollection,
} from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { CollectionId } from "#shared/model/ids.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transactOnce } from "../../platform/table/transact-once.ts";
import { toCards } from "../artwork/cards.ts";
import { findShownArtwork, isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { findPeople, toPerson } from "../users/find-people.ts";
import { findByUsername } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { buildCollectionsPartition, CollectionEntity } from "./collection.entity.ts";
import { MAX_LISTED, MAX_REQUESTED, showCollections } from "./covers.ts";
import { deleteOwnCollection } from "./delete-collections.ts";
import { getEntriesAfter } from "./entries.ts";
import {
  type CollectionItem,
  findCollection,
  findUnblocked,
  isCollectionShownTo,
  isMember,
  queryCollections,
  toCollection,
} from "./find-collections.ts";
import type { CollectionsServices } from "./services.ts";

const HAS_ROOM = {
  and: [
    ...OPEN.and,
    {
      or: [
        { attr: "collections" as const, exists: false as const },
        { attr: "collections" as const, lt: LIMITS.collections.perUser },
      ],
    },
  ],
};

export const createCollectionHandler = handle(
  createCollection,
  async ({ body, actor: { userId }, idempotencyKey }, { table, newId, now }: CollectionsServices) => {
    const { artworkId } = body;
    if (artworkId && !(await findShownArtwork(table, artworkId, userId))) return fail("artwork_not_found");
    const collectionId = newId();
    const once = { userId, idempotencyKey, request: body, resultId: collectionId, now: now() };
    const partition = buildCollectionsPartition(userId);
    const outcome = await transactOnce(table, once, [
      {
        write: UserEntity.build(UpdateTransaction)
          .item({ userId, collections: $add(1) })
          .options({ condition: HAS_ROOM }),
        failure: "too_many_collections",
      },
      {
        write: CollectionEntity.build(PutTransaction).item({
          collectionId,
          ownerId: userId,
          title: body.collectionTitle,
          description: body.collectionDescription ?? "",
          visibility: body.collectionVisibility,
          artworkIds: artworkId ? [artworkId] : [],
          ofOwner: partition,
          ...(body.collectionVisibility === "public" ? { shown: partition } : {}),
        }),
      },
    ]);
    if (outcome instanceof Failure) return outcome;
    return { collectionId: CollectionId.parse(outcome?.earlierId ?? collectionId) };
  },
);

export const updateCollectionHandler = handle(
  updateCollection,
  async ({ params: { collectionId }, body, actor: { userId, isSuspended } }, { table }: CollectionsServices) => {
    const { collectionTitle, collectionDescription = "", collectionVisibility } = body;
    const isOwn = { attr: "ownerId", eq: userId } as const;
    // Members read the texts of a private collection too.
    const isUnchanged = [
      { attr: "title", eq: collectionTitle },
      { attr: "description", eq: collectionDescription },
    ] as const;
    const write = CollectionEntity.build(UpdateItemCommand)
      .item({
        collectionId,
        title: collectionTitle,
        description: collectionDescription,
        visibility: collectionVisibility,
        shown: collectionVisibility === "public" ? buildCollectionsPartition(userId) : $remove(),
      })
      .options({ condition: isSuspended ? { and: [isOwn, ...isUnchanged] } : isOwn });
    if (await conditionHeld(table.send(write))) return undefined;
    const isRewritten = isSuspended && (await findCollection(table, collectionId))?.ownerId === userId;
    return fail(isRewritten ? "account_suspended" : "collection_not_found");
  },
);

export const deleteCollectionHandler = handle(
  deleteCollection,
  async ({ params: { collectionId }, actor: { userId } }, { table }: CollectionsServices) =>
    deleteOwnCollection(table, collectionId, userId),
);

export const listCollectionsHandler = handle(
  listCollections,
  async ({ params, query, actor }, { table, now }: CollectionsServices) => {
    const user = await findByUsername(table, params.username, now());
    if (!user) return fail("user_not_found");
    const { userId } = user;
    const { artworkId, cursor } = query;
    const isOwn = userId === actor?.userId;
    const isByArtwork = isOwn && artworkId !== undefined;
    const limit = Math.min(query.limit, isByArtwork ? MAX_REQUESTED : MAX_LISTED);
    const { items, ...end } = await queryCollections(table, userId, { isOwn, cursor, limit });
    const owner = toPerson(userId, user);
    // Others could learn from `contains` where invisible artwork is.
    const shown = await showCollections(table, items, () => owner, isByArtwork ? artworkId : undefined);
    return { items: shown, ...end };
  },
);

/** Additional artworks to read where some of a page are hidden; with many hidden ones the page is shorter and `hasMore` is true. */
const REFILL = 50;

/** A page of a collection's visible artwork; hidden ones are skipped and the page is filled up once. */
async function findShownEntries(
  table: OpenTable,
  collection: CollectionItem,
  callerId: string | undefined,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const shown = [];
  const rest = getEntriesAfter(collection, cursor);
  for (const ids of [rest.slice(0, limit), rest.slice(limit, limit + REFILL)]) {
    const cards = await findCards(table, ids);
    for (const id of ids) {
      const card = cards.get(id);
      if (card && isShownTo(callerId, card)) shown.push(card);
      if (shown.length === limit) return { items: toCards(shown), cursor: id, hasMore: true };
    }
  }
  const last = rest.at(limit + REFILL - 1);
  if (last) return { items: toCards(shown), cursor: last, hasMore: rest.length > limit + REFILL };
  return { items: toCards(shown), cursor: shown.at(-1)?.artworkId ?? null, hasMore: false };
}

export const readCollectionHandler = handle(
  readCollection,
  async ({ params: { collectionId }, query, actor }, { table }: CollectionsServices) => {
    const callerId = actor?.userId;
    const collection = await findCollection(table, collectionId);
    if (!collection) return fail("collection_not_found");
    const isJoined = await isMember(table, callerId, collection);
    if (!isJoined && !isCollectionShownTo(callerId, collection)) return fail("collection_not_found");
    const { ownerId, memberIds = [], addedBy = {} } = collection;
    const isShared = isJoined || ownerId === callerId;
    const [getPerson, unblocked] = await Promise.all([
      findPeople(table, [ownerId, ...(isShared ? memberIds : [])]),
      ownerId === callerId ? findUnblocked(table, ownerId, memberIds) : undefined,
    ]);
    const owner = getPerson(ownerId);
    // A closed account's is about to be deleted.
    if (owner.name === null) return fail("collection_not_found");
    const page = await findShownEntries(table, collection, callerId, query);
    return {
      collection: {
        ...toCollection(collection, owner),
        ...(isShared
          ? {
              members: memberIds
                .map((memberId) => ({
                  ...getPerson(memberId),
                  ...(unblocked?.has(memberId) === false ? { suspended: true as const } : {}),
                }))
                .filter(({ name }) => name !== null),
            }
          : {}),
      },
      ...page,
      ...(isJoined
        ? { added: page.items.flatMap((card) => (addedBy[card.artworkId] === callerId ? card.artworkId : [])) }
        : {}),
    };
  },
);
