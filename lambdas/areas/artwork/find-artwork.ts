import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findReadable, type Readable } from "../../platform/table/readable.ts";
import { ArtworkEntity } from "./artwork.entity.ts";

/** The artwork item, including deleted ones. */
async function readArtworkItem(table: OpenTable, artworkId: string, consistent: boolean) {
  const { Item } = await table.send(ArtworkEntity.build(GetItemCommand).key({ artworkId }).options({ consistent }));
  return Item;
}

export type ArtworkItem = NonNullable<Awaited<ReturnType<typeof readArtworkItem>>>;

/** The artwork, including hidden and deleted ones. */
export const findArtwork = (table: OpenTable, artworkId: string) => readArtworkItem(table, artworkId, true);

/** The same by a read that costs half and may be a second old. */
export const findArtworkEventually = (table: OpenTable, artworkId: string) => readArtworkItem(table, artworkId, false);

/** The readable attributes of the artwork, including hidden and deleted ones. */
export const findReadableArtwork = (table: OpenTable, artworkId: string): Promise<Readable<ArtworkItem> | undefined> =>
  findReadable(table, ArtworkEntity, { artworkId });

/** True for callers who may see the artwork: everyone if it is visible, its owner if hidden, nobody once deleted. */
export const isShownTo = (
  callerId: string | undefined,
  artwork: Pick<ArtworkItem, "deletedAt" | "visibility" | "ownerId">,
) => !artwork.deletedAt && (artwork.visibility === "visible" || artwork.ownerId === callerId);

/** Write condition that the caller may see the artwork; false without the artwork. */
export const buildShownCondition = (callerId: string) => ({
  and: [
    { attr: "deletedAt" as const, exists: false },
    {
      or: [
        { attr: "visibility" as const, eq: "visible" as const },
        { attr: "ownerId" as const, eq: callerId },
      ],
    },
  ],
});

/**
 * The artwork, if the caller may see it. Visitors get eventually consistent reads: they cost half, and a partition serves
 * 6,000 a second.
 */
export async function findShownArtwork(table: OpenTable, artworkId: string, callerId: string | undefined) {
  const artwork = await readArtworkItem(table, artworkId, callerId !== undefined);
  return artwork && isShownTo(callerId, artwork) ? artwork : undefined;
}
