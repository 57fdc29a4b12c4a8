import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { addToCollection, moveInCollection, removeFromCollection } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { type Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { inBatches } from "../table/batch-get.ts";
import { conditionHeld } from "../table/condition-held.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { backOff, CONFLICT_ATTEMPTS } from "../table/retry-conflicts.ts";
import { CollectionEntity } from "./collection.entity.ts";
import { type Entries, withEntry, withMovedEntry, withoutEntry } from "./entries.ts";
import { type CollectionItem, findCollection } from "./find-collections.ts";
import type { CollectionsServices } from "./services.ts";

/**
 * Writes what `change` makes of a collection's artwork, as if no one else changed it meanwhile. Throws after many
 * concurrent changes; only its owner has it to change.
 */
async function changeEntries<F extends "artwork_not_found" | "collection_full">(
  table: OpenTable,
  { collectionId, userId }: { readonly collectionId: string; readonly userId: string },
  change: (collection: CollectionItem) => Entries | Failure<F> | Promise<Entries | Failure<F>>,
): Promise<Failure<F | "collection_not_found"> | undefined> {
  for (let tried = 1; ; tried++) {
    const collection = await findCollection(table, collectionId);
    if (collection?.ownerId !== userId) return fail("collection_not_found");
    const changed = await change(collection);
    if (!("artworkIds" in changed)) return changed;
    if (changed.artworkIds === collection.artworkIds) return undefined;
    const { revision } = collection;
    const write = CollectionEntity.build(UpdateItemCommand)
      .item({
        collectionId,
        artworkIds: $set([...changed.artworkIds]),
        removed: $set(changed.removed.map((pair) => [...pair])),
        revision: revision + 1,
      })
      .options({ condition: { attr: "revision", eq: revision } });
    if (await conditionHeld(table.send(write))) return undefined;
    if (tried === CONFLICT_ATTEMPTS)
      throw new Error(`Collection ${collectionId} was changed by others again and again`);
    await backOff(tried);
  }
}

export const addToCollectionHandler = handle(
  addToCollection,
  async ({ params, body, actor: { userId } }, { table }: CollectionsServices) => {
    const { collectionId, artworkId } = params;
    if (!(await findShownArtwork(table, artworkId, userId))) return fail("artwork_not_found");
    return changeEntries(table, { collectionId, userId }, async (collection) => {
      const added = (entries: Entries) => withEntry(entries, artworkId, body.after);
      const changed = added(collection);
      if (!isTooLong(changed)) return changed;
      const others = added(await withoutDeleted(table, collection));
      return isTooLong(others) ? fail("collection_full") : others;
    });
  },
);

const isTooLong = ({ artworkIds }: Entries) => artworkIds.length > LIMITS.collections.artwork;

/** Without artwork that was deleted, which nobody can see and take out. Reads all of it, so only what is full is asked for. */
async function withoutDeleted(table: OpenTable, collection: Entries): Promise<Entries> {
  const cards = new Map(await inBatches(collection.artworkIds, async (ids) => [...(await findCards(table, ids))]));
  const deleted = collection.artworkIds.filter((id) => cards.get(id)?.deletedAt !== undefined);
  return deleted.reduce<Entries>(withoutEntry, collection);
}

export const moveInCollectionHandler = handle(
  moveInCollection,
  async ({ params: { collectionId, artworkId }, body, actor: { userId } }, { table }: CollectionsServices) =>
    changeEntries(table, { collectionId, userId }, (collection) =>
      collection.artworkIds.includes(artworkId)
        ? withMovedEntry(collection, artworkId, body.after)
        : fail("artwork_not_found"),
    ),
);

export const removeFromCollectionHandler = handle(
  removeFromCollection,
  async ({ params: { collectionId, artworkId }, actor: { userId } }, { table }: CollectionsServices) =>
    changeEntries<never>(table, { collectionId, userId }, (collection) => withoutEntry(collection, artworkId)),
);
