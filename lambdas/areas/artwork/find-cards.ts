import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet } from "../../platform/table/batch-get.ts";
import { CARD_ATTRIBUTES } from "../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { isMature } from "./cards.ts";

/** Card attributes, visibility, deletion and block of up to 100 artworks by id, including hidden and deleted ones. */
export async function findCards(table: OpenTable, artworkIds: readonly string[]) {
  if (artworkIds.length === 0) return new Map<string, never>();
  const requests = artworkIds.map((artworkId) => ArtworkEntity.build(BatchGetRequest).key({ artworkId }));
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(...requests)
    .options({ attributes: ["artworkId", ...CARD_ATTRIBUTES, "visibility", "deletedAt", "blocked"] });
  const items = await batchGet(table, command);
  return new Map(items.flatMap((item) => (item ? [[item.artworkId, item]] : [])));
}

/** Filters up to 100 artwork ids to those currently marked as mature. */
export async function findMature(table: OpenTable, artworkIds: readonly string[]): Promise<ReadonlySet<string>> {
  const cards = await findCards(table, [...new Set(artworkIds)]);
  return new Set([...cards].flatMap(([artworkId, card]) => (isMature(card) ? [artworkId] : [])));
}
