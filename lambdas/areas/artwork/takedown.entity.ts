import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** That an artwork was taken down because somebody reported it, and what its owner answered. */
export const TakedownEntity = new Entity({
  name: "takedown",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("A"),
    takedownId: sortKey("TD"),
    ownerId: string().savedAs("u"),
    title: string().savedAs("t"),
    /** As the owner reads it. */
    reason: string().savedAs("r"),
    /** The number of the report, or what else leads to who reported it. */
    reporter: string().savedAs("rp"),
    /** The owner's answer, and when the artwork was restored because of it, in ISO 8601. */
    answer: string().optional().savedAs("an"),
    answeredAt: string().optional().savedAs("aa"),
  }),
});
