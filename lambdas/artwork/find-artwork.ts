import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import type { OpenTable } from "../table/marketplace-table.ts";
import { ArtworkEntity } from "./artwork.entity.ts";

/** The artwork as stored, deleted ones included. */
async function readArtworkItem(table: OpenTable, artworkId: string, consistent: boolean) {
  const { Item } = await table.send(ArtworkEntity.build(GetItemCommand).key({ artworkId }).options({ consistent }));
  return Item;
}

export type ArtworkItem = NonNullable<Awaited<ReturnType<typeof readArtworkItem>>>;

/** The artwork, if it may be shown to this caller: a hidden one only to its owner, a deleted one to nobody. */
export async function findShownArtwork(table: OpenTable, artworkId: string, callerId: string | undefined) {
  const artwork = await readArtworkItem(table, artworkId, true);
  const shown = artwork && !artwork.deletedAt && (artwork.visibility === "visible" || artwork.ownerId === callerId);
  return shown ? artwork : undefined;
}

/** Where the artwork stands among the most favoured; known for deleted ones too, as they leave a stone behind. */
export async function findPopularRank(table: OpenTable, artworkId: string) {
  const artwork = await readArtworkItem(table, artworkId, false);
  return popularRank(artwork?.favorites ?? 0, artworkId);
}

/** Sorts by favourites, then by time. */
export const popularRank = (favorites: number, artworkId: string) =>
  `${String(favorites).padStart(10, "0")}#${artworkId}`;
