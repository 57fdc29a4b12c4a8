import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A buyer's review of an artwork; the key allows one for each buyer. */
export const ReviewEntity = new Entity({
  name: "review",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    buyerId: sortKey("REVIEW"),
    rating: number(),
    /** Absent for a rating without text. */
    words: string().optional(),
    /** ISO 8601 of the last edit; absent without one. */
    editedAt: string().optional(),
    /** Its partition, and its sort key in the index `ranked`: a UUIDv7 of its creation. */
    list: string().savedAs("rankedPk"),
    reviewId: string().savedAs("rankedSk"),
  }),
});

/** The partition of an artwork's reviews in the index `ranked`. */
export const buildReviewsPartition = (artworkId: string) => `REVIEWS#${artworkId}`;
