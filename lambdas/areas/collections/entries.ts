import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { addToCollection, moveInCollection, removeFromCollection } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { type Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { inBatches } from "../../platform/table/batch-get.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { CHANGED, retryChanged } from "../../platform/table/retries.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { CollectionEntity } from "./collection.entity.ts";
import { type CollectionItem, findOwnOrShared } from "./find-collections.ts";
import type { CollectionsServices } from "./services.ts";

/** A collection's artwork in its order. `removed` has pairs of a removed artwork and its successor. */
export interface Entries {
  readonly artworkIds: readonly string[];
  readonly removed: readonly (readonly string[])[];
}

/** Number of removed artworks that a cursor can continue from. */
const REMEMBERED = 20;

/** The ids with one inserted after another: first if that is null, last if it isn't among them. */
function insertAfter(ids: readonly string[], id: string, after: string | null | undefined): readonly string[] {
  const at = after == null ? -1 : ids.indexOf(after);
  const isLast = after !== null && at < 0;
  return ids.toSpliced(isLast ? ids.length : at + 1, 0, id);
}

/** Adds an artwork behind another, or at the end by default; unchanged if it is already there. */
export function addEntry({ artworkIds, removed }: Entries, artworkId: string, after?: string | null): Entries {
  if (artworkIds.includes(artworkId)) return { artworkIds, removed };
  return {
    artworkIds: insertAfter(artworkIds, artworkId, after),
    removed: removed.filter(([gone]) => gone !== artworkId),
  };
}

/** Removes an artwork; cursors on it continue at its successor. */
export function removeEntry({ artworkIds, removed }: Entries, artworkId: string): Entries {
  const at = artworkIds.indexOf(artworkId);
  if (at < 0) return { artworkIds, removed };
  const next = artworkIds[at + 1];
  // Cursors on artwork that was removed earlier and pointed to it now point to its successor.
  const followed = removed.map(([gone = "", to]) => (to === artworkId ? toPair(gone, next) : toPair(gone, to)));
  return {
    artworkIds: artworkIds.toSpliced(at, 1),
    removed: [...followed, toPair(artworkId, next)].slice(-REMEMBERED),
  };
}

const toPair = (gone: string, next: string | undefined) => (next === undefined ? [gone] : [gone, next]);

/** Moves an artwork behind another one; artwork that the client didn't load, or can't see, keeps its place. */
export function moveEntry({ artworkIds, removed }: Entries, artworkId: string, after: string | null): Entries {
  if (!artworkIds.includes(artworkId) || after === artworkId) return { artworkIds, removed };
  const others = artworkIds.filter((id) => id !== artworkId);
  return { artworkIds: insertAfter(others, artworkId, after), removed };
}

/**
 * Entries after the cursor, or after the place of a removed one. All entries without a cursor, none for an unknown one.
 */
export function getEntriesAfter({ artworkIds, removed }: Entries, cursor: string | undefined): readonly string[] {
  if (cursor === undefined) return artworkIds;
  const at = artworkIds.indexOf(cursor);
  if (at >= 0) return artworkIds.slice(at + 1);
  const next = removed.find(([gone]) => gone === cursor)?.[1];
  const from = next === undefined ? -1 : artworkIds.indexOf(next);
  return from < 0 ? [] : artworkIds.slice(from);
}

/**
 * Applies `change` to a collection's artwork with optimistic locking, for its owner and members; remembers who added what. Throws
 * after too many conflicts, which they alone can cause.
 */
const changeEntries = <F extends "artwork_not_found" | "collection_full" | "entry_not_added" | "forbidden">(
  table: OpenTable,
  { collectionId, userId }: { readonly collectionId: string; readonly userId: string },
  change: (collection: CollectionItem) => Entries | Failure<F> | Promise<Entries | Failure<F>>,
): Promise<Failure<F | "collection_not_found"> | undefined> =>
  retryChanged(`collection ${collectionId}`, async () => {
    const collection = await findOwnOrShared(table, collectionId, userId);
    if (!collection) return fail("collection_not_found");
    const changed = await change(collection);
    if (!("artworkIds" in changed)) return changed;
    if (changed.artworkIds === collection.artworkIds) return undefined;
    const { revision, addedBy = {}, ownerId } = collection;
    const had = new Set(collection.artworkIds);
    const getAdder = (artworkId: string) => (ownerId === userId || had.has(artworkId) ? addedBy[artworkId] : userId);
    const adders = changed.artworkIds.flatMap((artworkId) => {
      const adder = getAdder(artworkId);
      return adder === undefined ? [] : [[artworkId, adder] as const];
    });
    const write = CollectionEntity.build(UpdateItemCommand)
      .item({
        collectionId,
        artworkIds: $set([...changed.artworkIds]),
        removed: $set(changed.removed.map((entry) => [...entry])),
        addedBy: $set(Object.fromEntries(adders)),
        revision: revision + 1,
      })
      .options({ condition: { attr: "revision", eq: revision } });
    return (await conditionHeld(table.send(write))) ? undefined : CHANGED;
  });

export const addToCollectionHandler = handle(
  addToCollection,
  async ({ params, body, actor: { userId } }, { table }: CollectionsServices) => {
    const { collectionId, artworkId } = params;
    if (!(await findShownArtwork(table, artworkId, userId))) return fail("artwork_not_found");
    return changeEntries(table, { collectionId, userId }, async (collection) => {
      const add = (entries: Entries) => addEntry(entries, artworkId, body.after);
      const changed = add(collection);
      if (!isTooLong(changed)) return changed;
      const changedWithoutDeleted = add(await removeDeleted(table, collection));
      return isTooLong(changedWithoutDeleted) ? fail("collection_full") : changedWithoutDeleted;
    });
  },
);

const isTooLong = ({ artworkIds }: Entries) => artworkIds.length > LIMITS.collections.artwork;

/** Removes deleted artwork, which nobody could see and remove. Reads all of it, so it is used for full collections only. */
async function removeDeleted(table: OpenTable, collection: Entries): Promise<Entries> {
  const cards = new Map(await inBatches(collection.artworkIds, async (ids) => [...(await findCards(table, ids))]));
  const deleted = collection.artworkIds.filter((id) => cards.get(id)?.deletedAt !== undefined);
  return deleted.reduce<Entries>(removeEntry, collection);
}

export const moveInCollectionHandler = handle(
  moveInCollection,
  async ({ params: { collectionId, artworkId }, body, actor: { userId } }, { table }: CollectionsServices) =>
    changeEntries<"artwork_not_found" | "forbidden">(table, { collectionId, userId }, (collection) => {
      if (collection.ownerId !== userId) return fail("forbidden");
      return collection.artworkIds.includes(artworkId)
        ? moveEntry(collection, artworkId, body.after)
        : fail("artwork_not_found");
    }),
);

export const removeFromCollectionHandler = handle(
  removeFromCollection,
  async ({ params: { collectionId, artworkId }, actor: { userId } }, { table }: CollectionsServices) =>
    changeEntries<"entry_not_added">(table, { collectionId, userId }, (collection) => {
      const { ownerId, artworkIds, addedBy = {} } = collection;
      const mayRemove = ownerId === userId || addedBy[artworkId] === userId;
      return mayRemove || !artworkIds.includes(artworkId)
        ? removeEntry(collection, artworkId)
        : fail("entry_not_added");
    }),
);
