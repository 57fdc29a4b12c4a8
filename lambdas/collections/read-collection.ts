import { readCollection } from "#shared/contract/collections.ts";
import { cardOf } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { findPeople } from "../users/find-people.ts";
import { entriesAfter } from "./entries.ts";
import { type CollectionItem, collectionOf, findCollection, isCollectionShownTo } from "./find-collections.ts";
import type { CollectionsServices } from "./services.ts";

/** Artworks looked up once more where some of a page are hidden; a page of many hidden ones is shorter, and there is more. */
const REFILL = 50;

/** A page of what may be shown of a collection; what is hidden is skipped, and the page fills up behind it, once. */
async function findShownEntries(
  table: OpenTable,
  collection: CollectionItem,
  callerId: string | undefined,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const shown = [];
  const rest = entriesAfter(collection, cursor);
  for (const ids of [rest.slice(0, limit), rest.slice(limit, limit + REFILL)]) {
    const cards = await findCards(table, ids);
    for (const id of ids) {
      const card = cards.get(id);
      if (card && isShownTo(callerId, card)) shown.push(card);
      if (shown.length === limit) return { items: shown.map(cardOf), cursor: id, hasMore: true };
    }
  }
  const last = rest.at(limit + REFILL - 1);
  if (last) return { items: shown.map(cardOf), cursor: last, hasMore: rest.length > limit + REFILL };
  return { items: shown.map(cardOf), cursor: shown.at(-1)?.artworkId ?? null, hasMore: false };
}

export const readCollectionHandler = handle(
  readCollection,
  async ({ params: { collectionId }, query, actor }, { table }: CollectionsServices) => {
    const callerId = actor?.userId;
    const collection = await findCollection(table, collectionId);
    if (!collection || !isCollectionShownTo(callerId, collection)) return fail("collection_not_found");
    const owner = (await findPeople(table, [collection.ownerId]))(collection.ownerId);
    // A closed account's is about to be deleted.
    if (owner.name === null) return fail("collection_not_found");
    return {
      collection: collectionOf(collection, owner),
      ...(await findShownEntries(table, collection, callerId, query)),
    };
  },
);
