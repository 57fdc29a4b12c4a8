import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** The key is the rule: one review per buyer and artwork. */
export const ReviewEntity = new Entity({
  name: "review",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("A"),
    buyerId: sortKey("R"),
    rating: number().savedAs("r"),
    /** Under a name that the index `ranked` copies; absent for stars alone. */
    words: string().optional().savedAs("t"),
    /** ISO 8601; set once the review was changed. */
    editedAt: string().optional().savedAs("ed"),
    /** Its partition and its sort key in the index `ranked`: a UUIDv7 of the moment. */
    list: string().savedAs("p"),
    reviewId: string().savedAs("ps"),
  }),
});

/** The partition of an artwork's reviews in the index `ranked`. */
export const reviewsOf = (artworkId: string) => `R#${artworkId}`;
