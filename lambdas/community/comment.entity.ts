import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { compact } from "../table/compact-id.ts";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** Stands beside its artwork, in the order of writing. Its author is looked up when it is shown. */
export const CommentEntity = new Entity({
  name: "comment",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partOf("A"),
    commentId: sortedBy("C"),
    authorId: compact().savedAs("u"),
    content: string().savedAs("ct"),
    /** ISO 8601; set once the text was changed. */
    editedAt: string().optional().savedAs("ed"),
  }),
});
