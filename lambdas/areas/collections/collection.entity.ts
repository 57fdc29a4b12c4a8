import { Entity } from "dynamodb-toolbox/entity";
import { item, list, number, string } from "dynamodb-toolbox/schema";
import { COLLECTION_VISIBILITIES } from "#shared/model/collection.ts";
import { constantSortKey, partitionKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A collection with its artworks in their order. One item of at most 10 KB, so that any change of the order is one
 * conditional write.
 */
export const CollectionEntity = new Entity({
  name: "collection",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    collectionId: partitionKey("COLLECTION"),
    sk: constantSortKey("COLLECTION"),
    ownerId: uuid(),
    title: string(),
    description: string().default(""),
    visibility: string().enum(...COLLECTION_VISIBILITIES),
    /** In the owner's order. */
    artworkIds: list(uuid()),
    /** Recently removed artwork, each with its successor, so that a cursor can continue there. */
    removed: list(list(uuid())).default([]),
    /** Incremented by every change, for optimistic locking. */
    revision: number().default(0),
    /** The partition of the owner's own list; if public, also that of the public list. */
    ofOwner: string().savedAs("byOwnerPk"),
    shown: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** The partition of a user's collections in both lists. */
export const buildCollectionsPartition = (userId: string) => `COLLECTIONS#${userId}`;
