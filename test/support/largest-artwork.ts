import { BatchWriteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { v7 as uuidv7 } from "uuid";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { listKeys } from "#lambdas/areas/artwork/artwork-lists.ts";
import { buildShownKeys } from "#lambdas/areas/artwork/artwork-writes.ts";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { LIMITS } from "#shared/limits.ts";
import { ARTWORK_PROPERTY_FIELDS, getPropertyCodes } from "#shared/model/artwork-properties.ts";
import { ARTWORK_TEXT_FIELDS, artworkText } from "#shared/model/artwork-texts.ts";

const TEXTS = Object.fromEntries(ARTWORK_TEXT_FIELDS.map((field) => [field, "t".repeat(artworkText(field).max)]));
const longest = (codes: readonly string[]) => codes.toSorted((a, b) => b.length - a.length)[0];
const PROPERTIES = Object.fromEntries(
  ARTWORK_PROPERTY_FIELDS.map((field) => [field, longest(getPropertyCodes(field))]),
);
const FAVORITES = 123_456;
const BATCH = 25;

/** An artwork's item with all attributes at their maximum length. */
export function largestArtwork(ownerId: string, artworkId: string = uuidv7()) {
  return ArtworkEntity.build(EntityParser).parse({
    artworkId,
    versionId: uuidv7(),
    ownerId,
    card: {
      ...TEXTS,
      artworkAvailability: "available",
      artworkType: "commercial",
      artworkLicense: "commercial",
      artworkUse: "separate",
      artworkPersonal: 999,
      artworkCommercial: 1000,
      ...PROPERTIES,
      artworkMature: true,
      flagged: true,
      previewKey: newFolder({ isWide: true }),
      placeholder: Buffer.alloc(25, 7).toString("base64"),
      width: 12_000,
      height: 8000,
      ownerName: "x".repeat(LIMITS.username.max),
      ownerFullName: "n".repeat(LIMITS.fullName.max),
      ownerAvatar: uuidv7(),
    },
    ...TEXTS,
    ...PROPERTIES,
    mediaId: uuidv7(),
    bytes: LIMITS.artworkFile.maxBytes,
    mime: "image/jpeg",
    sha256: "f".repeat(64),
    number: 1,
    visibility: "visible",
    favorites: FAVORITES,
    ratingSum: 43_210,
    ratingCount: 12_345,
    ofOwner: listKeys.ofOwner(ownerId),
    ...buildShownKeys({ artworkId, ownerId, favorites: FAVORITES }),
  }).item;
}

/** Writes items directly to the table. */
export async function putItems(items: readonly object[]) {
  const client = new DynamoDBClient({});
  const puts = items.map((item) => ({ PutRequest: { Item: marshall(item) } }));
  for (let at = 0; at < puts.length; at += BATCH) {
    const table = MarketplaceTable.getName();
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts.slice(at, at + BATCH) } }));
  }
}
