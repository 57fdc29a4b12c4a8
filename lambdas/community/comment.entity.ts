import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { compactId } from "../table/compact-id.ts";
import { partitionKey, sortKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** Stored in its artwork's partition, in the order of writing. Its author is looked up when it is shown. */
export const CommentEntity = new Entity({
  name: "comment",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("A"),
    commentId: sortKey("C"),
    authorId: compactId().savedAs("u"),
    content: string().savedAs("ct"),
    /** ISO 8601; set once the text was changed. */
    editedAt: string().optional().savedAs("ed"),
  }),
});
