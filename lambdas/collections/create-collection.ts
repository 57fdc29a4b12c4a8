import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { createCollection } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { CollectionId } from "#shared/model/ids.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transactOnce } from "../table/transact-once.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { CollectionEntity, collectionsPartition } from "./collection.entity.ts";
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
    const partition = collectionsPartition(userId);
    const outcome = await transactOnce(table, once, [
      {
        write: UserEntity.build(UpdateTransaction)
          .item({ userId, collections: $add(1) })
          .options({ condition: HAS_ROOM }),
        otherwise: "too_many_collections",
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
