import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A takedown of an artwork: reason, reporter, the owner's answer, and when it was restored. */
export const TakedownEntity = new Entity({
  name: "takedown",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    takedownId: sortKey("TAKEDOWN"),
    ownerId: string(),
    title: string(),
    /** As the owner reads it. */
    reason: string(),
    /** `notice <number>`, or what else leads to who reported it. */
    reporter: string(),
    /** The owner's answer, as who reported it reads it. */
    answer: string().optional(),
    /** In ISO 8601: when it was answered, from when on the artwork may be restored, and when it was. */
    answeredAt: string().optional(),
    restoreFrom: string().optional(),
    restoredAt: string().optional(),
  }),
});
