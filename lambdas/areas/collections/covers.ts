import type { Person } from "#shared/model/account.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { type CardItem, toCards } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { type CollectionItem, toCollection } from "./find-collections.ts";

const MAX_COVERS = 3;

/** Additional artworks to read, in all, where some of the first are hidden or deleted. */
const MAX_SPARE = 12;

/** The first publicly visible artworks of up to 33 collections; fewer where many of the first are hidden. */
async function findCovers(table: OpenTable, collections: readonly CollectionItem[]) {
  const shown = new Map<string, CardItem>();
  const loadCards = async (ids: readonly string[]) => {
    for (const [id, card] of await findCards(table, [...new Set(ids)]))
      if (isShownTo(undefined, card)) shown.set(id, card);
  };
  const getCovers = ({ artworkIds }: CollectionItem) =>
    artworkIds.flatMap((id) => shown.get(id) ?? []).slice(0, MAX_COVERS);
  await loadCards(collections.flatMap(({ artworkIds }) => artworkIds.slice(0, MAX_COVERS)));
  const short = collections.filter((collection) => getCovers(collection).length < MAX_COVERS);
  await loadCards(short.flatMap(({ artworkIds }) => artworkIds.slice(MAX_COVERS, 2 * MAX_COVERS)).slice(0, MAX_SPARE));
  return getCovers;
}

/** Most collections of a public answer: each costs up to three read units. */
export const MAX_LISTED = 10;

/** Most collections of the owner's query by artwork, which reads no pictures. */
export const MAX_REQUESTED = 25;

/** Collections as a list shows them: with covers or, for their owner or member, with whether they contain an artwork. */
export async function showCollections(
  table: OpenTable,
  collections: readonly CollectionItem[],
  getOwner: (ownerId: string) => Person,
  artworkId: string | undefined,
) {
  const getCovers = await findCovers(table, artworkId ? [] : collections);
  return mapReadable(collections, (collection) => ({
    ...toCollection(collection, getOwner(collection.ownerId)),
    covers: toCards(getCovers(collection)),
    ...(artworkId ? { contains: collection.artworkIds.includes(artworkId) } : {}),
  }));
}
