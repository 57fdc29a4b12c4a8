import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { findPopularRank } from "./find-artwork.ts";

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const EVERYONE = "*";

/** The lists that an artwork can stand in, as the partition keys of their indexes. */
export const listKeys = {
  newest: EVERYONE,
  popular: EVERYONE,
  ofOwner: (ownerId: string) => `O#${ownerId}`,
  shownOfOwner: (ownerId: string) => `S#${ownerId}`,
};

const CARD_ATTRIBUTES = [
  "artworkId",
  "versionId",
  "ownerId",
  "ownerName",
  "ownerAvatar",
  "title",
  "terms",
  "personal",
  "commercial",
  "previewKey",
  "placeholder",
  "width",
  "height",
  "favorites",
  "ratingSum",
  "ratingCount",
] as const;

const options = (limit: number, start: Record<string, string> | undefined) => ({
  limit,
  reverse: true,
  entityAttrFilter: false as const,
  attributes: [...CARD_ATTRIBUTES],
  ...(start ? { exclusiveStartKey: start } : {}),
});

/** Where a list goes on after an artwork; the place exists whether or not the artwork still does. */
const after = (cursor: string | undefined, index: Record<string, string>) =>
  cursor ? { ...index, pk: `A#${cursor}`, sk: "A" } : undefined;

/** Every visible artwork, newest first: one query however many there are. */
export async function queryNewest(table: OpenTable, { cursor, limit }: Page) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: "newest", partition: listKeys.newest })
    .entities(ArtworkEntity)
    .options(options(limit, after(cursor, { n: listKeys.newest })));
  return (await table.send(query)).Items ?? [];
}

/** Every visible artwork, most favoured first; with a cursor one more read finds its place. */
export async function queryPopular(table: OpenTable, { cursor, limit }: Page) {
  const start = cursor && after(cursor, { p: listKeys.popular, ps: await findPopularRank(table, cursor) });
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: "popular", partition: listKeys.popular })
    .entities(ArtworkEntity)
    .options(options(limit, start || undefined));
  return (await table.send(query)).Items ?? [];
}

/** What visitors see of an owner's artwork, newest first. */
export async function queryShownOfOwner(table: OpenTable, ownerId: string, { cursor, limit }: Page) {
  const partition = listKeys.shownOfOwner(ownerId);
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: "shownByOwner", partition })
    .entities(ArtworkEntity)
    .options(options(limit, after(cursor, { s: partition })));
  return (await table.send(query)).Items ?? [];
}

/** All of an owner's artwork that isn't deleted, newest first. */
export async function queryOfOwner(table: OpenTable, ownerId: string, { cursor, limit }: Page) {
  const partition = listKeys.ofOwner(ownerId);
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: "byOwner", partition })
    .entities(ArtworkEntity)
    .options({
      ...options(limit, after(cursor, { o: partition })),
      attributes: [...CARD_ATTRIBUTES, "visibility", "comments"],
    });
  return (await table.send(query)).Items ?? [];
}
