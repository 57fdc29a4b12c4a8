import { Formatter } from "dynamodb-toolbox/schema/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { CARD_ATTRIBUTES, INDEX, type IndexName } from "../../platform/table/indexes.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { getShard, queryShards } from "../../platform/table/query-shards.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { ArtworkEntity, artworkSchema } from "./artwork.entity.ts";
import { findPopularRank } from "./find-artwork.ts";

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const EVERYONE = "ARTWORK";
const POPULAR = "POPULAR";

/** The lists that an artwork can stand in, as the partition keys of their indexes. */
export const listKeys = {
  newest: EVERYONE,
  popular: (artworkId: string) => getShard(POPULAR, artworkId),
  ofOwner: (ownerId: string) => `ARTWORKS#${ownerId}`,
  shownOfOwner: (ownerId: string) => `ARTWORKS#${ownerId}`,
};

/** The owner whose list it is. */
export const parseOwnerId = (ofOwner: string | undefined) => ofOwner?.slice(listKeys.ofOwner("").length);

// A part of the schema takes a third of the time of the library's projection, which makes a pattern of each attribute.
const cardFormatter = artworkSchema.pick("artworkId", ...CARD_ATTRIBUTES).build(Formatter);
const ownCardFormatter = artworkSchema.pick("artworkId", ...CARD_ATTRIBUTES, "visibility", "comments").build(Formatter);
const idFormatter = artworkSchema.pick("artworkId").build(Formatter);

/** A card from an item that holds at least the card's attributes. */
export const formatCard = (item: Record<string, unknown>) => cardFormatter.format(item);
const formatOwnCard = (item: Record<string, unknown>) => ownCardFormatter.format(item);

/** The key from which a list continues after an artwork, whether or not the artwork still exists. */
const artworkKey = (artworkId: string) => getKey(ArtworkEntity, { artworkId });

/** One query, whatever the table holds: the indexes carry just what a card shows. */
function queryIndex<Shown>(
  table: OpenTable,
  { index, partition }: { index: IndexName; partition: string },
  { limit, start }: { limit: number; start: Record<string, string> | undefined },
  show: (item: Record<string, unknown>) => Shown,
) {
  return queryPage(table, { index, partition }, { limit, reverse: true, exclusiveStartKey: start }, show);
}

/** Every visible artwork, newest first. */
export function queryNewest(table: OpenTable, { cursor, limit }: Page) {
  const start = cursor ? { newestPk: listKeys.newest, ...artworkKey(cursor) } : undefined;
  return queryIndex(table, { index: INDEX.newest, partition: listKeys.newest }, { limit, start }, formatCard);
}

/** Every visible artwork, most favoured first; with a cursor one more read finds its place. */
export async function queryPopular(table: OpenTable, { cursor, limit }: Page) {
  const rank = cursor && (await findPopularRank(table, cursor));
  const getStart =
    cursor && rank ? (shard: string) => ({ rankedPk: shard, rankedSk: rank, ...artworkKey(cursor) }) : undefined;
  return queryShards(table, { index: INDEX.ranked, list: POPULAR, limit, getStart, read: formatCard });
}

/** An owner's visible artwork, newest first. */
export function queryShownOfOwner(table: OpenTable, ownerId: string, { cursor, limit }: Page) {
  const partition = listKeys.shownOfOwner(ownerId);
  const start = cursor ? { shownByOwnerPk: partition, ...artworkKey(cursor) } : undefined;
  return queryIndex(table, { index: INDEX.shownByOwner, partition }, { limit, start }, formatCard);
}

/** All of an owner's artwork that isn't deleted, newest first. */
export function queryOfOwner(table: OpenTable, ownerId: string, { cursor, limit }: Page) {
  const partition = listKeys.ofOwner(ownerId);
  const start = cursor ? { byOwnerPk: partition, ...artworkKey(cursor) } : undefined;
  return queryIndex(table, { index: INDEX.byOwner, partition }, { limit, start }, formatOwnCard);
}

/** The same without pages; a query for each megabyte, some 2,500 artworks. */
export const queryAllOfOwner = async (table: OpenTable, ownerId: string) =>
  mapReadable(await queryOwned(table, ownerId), formatOwnCard);

/** Ids of all of an owner's artwork that isn't deleted, also of what can't be read. */
export const queryIdsOfOwner = async (table: OpenTable, ownerId: string) =>
  (await queryOwned(table, ownerId)).map((item) => idFormatter.format(item).artworkId);

async function queryOwned(table: OpenTable, ownerId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.byOwner, partition: listKeys.ofOwner(ownerId) })
    .options({ maxPages: Number.POSITIVE_INFINITY });
  return (await table.send(query)).Items ?? [];
}
