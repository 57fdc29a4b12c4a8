import type { CardItem } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { CollectionItem } from "./find-collections.ts";

const MOST_COVERS = 3;

/** Artworks looked up once more, in all, where some of the first ones are hidden or deleted. */
const MOST_SPARE = 12;

/** The first artworks of each of at most 33 collections that anyone may see; fewer where much at its beginning is hidden. */
export async function findCovers(table: OpenTable, collections: readonly CollectionItem[]) {
  const shown = new Map<string, CardItem>();
  const lookUp = async (ids: readonly string[]) => {
    for (const [id, card] of await findCards(table, [...new Set(ids)]))
      if (isShownTo(undefined, card)) shown.set(id, card);
  };
  const coversOf = ({ artworkIds }: CollectionItem) =>
    artworkIds.flatMap((id) => shown.get(id) ?? []).slice(0, MOST_COVERS);
  await lookUp(collections.flatMap(({ artworkIds }) => artworkIds.slice(0, MOST_COVERS)));
  const short = collections.filter((collection) => coversOf(collection).length < MOST_COVERS);
  await lookUp(short.flatMap(({ artworkIds }) => artworkIds.slice(MOST_COVERS, 2 * MOST_COVERS)).slice(0, MOST_SPARE));
  return coversOf;
}
