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
    /** `notice <number>`, or what else leads to who reported it. */
    reporter: string().savedAs("rp"),
    /** The owner's answer, as who reported it reads it. */
    answer: string().optional().savedAs("an"),
    /** In ISO 8601: when it was answered, from when on the artwork may be restored, and when it was. */
    answeredAt: string().optional().savedAs("aa"),
    restoreFrom: string().optional().savedAs("rf"),
    restoredAt: string().optional().savedAs("ra"),
  }),
});
