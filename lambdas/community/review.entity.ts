import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** The key is the rule: one review per buyer and artwork. */
export const ReviewEntity = new Entity({
  name: "review",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partOf("A"),
    buyerId: sortedBy("R"),
    rating: number().savedAs("r"),
    /** ISO 8601; set once the rating was changed. */
    editedAt: string().optional().savedAs("ed"),
    /** The list that it stands in, and its place there: a UUIDv7 of the moment. */
    list: string().savedAs("p"),
    reviewId: string().savedAs("ps"),
  }),
});

/** The partition of an artwork's reviews in the index `ranked`. */
export const reviewsOf = (artworkId: string) => `R#${artworkId}`;
