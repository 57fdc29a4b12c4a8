import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { addToCollection, moveInCollection, removeFromCollection } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { type Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { inBatches } from "../../platform/table/batch-get.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { backOff, CONFLICT_ATTEMPTS } from "../../platform/table/retries.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { CollectionEntity } from "./collection.entity.ts";
import { type CollectionItem, findCollection } from "./find-collections.ts";
import type { CollectionsServices } from "./services.ts";

/** The artwork of a collection in its order. `removed` holds pairs: an artwork that was taken out, and what followed it. */
export interface Entries {
  readonly artworkIds: readonly string[];
  readonly removed: readonly (readonly string[])[];
}

/** How many removed artworks a list can continue from. */
const REMEMBERED = 20;

/** The ids with one more behind another, first where that is null, last where it isn't among them. */
function inserted(ids: readonly string[], id: string, after: string | null | undefined): readonly string[] {
  const at = after == null ? -1 : ids.indexOf(after);
  const isLast = after !== null && at < 0;
  return ids.toSpliced(isLast ? ids.length : at + 1, 0, id);
}

/** With an artwork behind another, at the end without one; unchanged where it is there already. */
export function withEntry({ artworkIds, removed }: Entries, artworkId: string, after?: string | null): Entries {
  if (artworkIds.includes(artworkId)) return { artworkIds, removed };
  return {
    artworkIds: inserted(artworkIds, artworkId, after),
    removed: removed.filter(([gone]) => gone !== artworkId),
  };
}

/** Without an artwork. Whoever followed it is what a cursor of it continues from. */
export function withoutEntry({ artworkIds, removed }: Entries, artworkId: string): Entries {
  const at = artworkIds.indexOf(artworkId);
  if (at < 0) return { artworkIds, removed };
  const next = artworkIds[at + 1];
  // A cursor of what was removed before it and led to it leads to its own successor now.
  const followed = removed.map(([gone = "", to]) => (to === artworkId ? pair(gone, next) : pair(gone, to)));
  return {
    artworkIds: artworkIds.toSpliced(at, 1),
    removed: [...followed, pair(artworkId, next)].slice(-REMEMBERED),
  };
}

const pair = (gone: string, next: string | undefined) => (next === undefined ? [gone] : [gone, next]);

/** With an artwork moved behind another one: those on no page, hidden or not asked for yet, stay where they are. */
export function withMovedEntry({ artworkIds, removed }: Entries, artworkId: string, after: string | null): Entries {
  if (!artworkIds.includes(artworkId) || after === artworkId) return { artworkIds, removed };
  const others = artworkIds.filter((id) => id !== artworkId);
  return { artworkIds: inserted(others, artworkId, after), removed };
}

/**
 * Entries after the cursor, or after the place of a removed one. All entries without a cursor, none for an unknown one.
 */
export function entriesAfter({ artworkIds, removed }: Entries, cursor: string | undefined): readonly string[] {
  if (cursor === undefined) return artworkIds;
  const at = artworkIds.indexOf(cursor);
  if (at >= 0) return artworkIds.slice(at + 1);
  const next = removed.find(([gone]) => gone === cursor)?.[1];
  const from = next === undefined ? -1 : artworkIds.indexOf(next);
  return from < 0 ? [] : artworkIds.slice(from);
}

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
