import { queryAllOfOwner } from "../artwork/artwork-lists.ts";
import type { OpenTable } from "../table/marketplace-table.ts";

/** How often an owner's artwork is a favourite. */
export async function countFavoritesOf(table: OpenTable, ownerId: string): Promise<number> {
  const cards = await queryAllOfOwner(table, ownerId);
  return cards.reduce((sum, { favorites }) => sum + favorites, 0);
}
