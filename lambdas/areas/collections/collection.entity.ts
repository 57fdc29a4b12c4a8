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
    /** Its artwork in its owner's order. */
    artworkIds: list(uuid()),
    /** Artwork taken out lately with the one that followed it, so that a list can continue from there. */
    removed: list(list(uuid())).default([]),
    /** Counts changes: a change is written only to what it was made from. */
    revision: number().default(0),
    /** The partition of the owner's own list; of the list that others see, where it is public. */
    ofOwner: string().savedAs("byOwnerPk"),
    shown: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** The partition of a user's collections in both lists. */
export const collectionsPartition = (userId: string) => `COLLECTIONS#${userId}`;
