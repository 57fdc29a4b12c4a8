import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
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
    /** As sent to the owner. */
    reason: string(),
    /** The section of the terms, or the law, that it is based on. */
    rule: string().optional(),
    /** `notice <number>`, or another reference to the reporter. */
    reporter: string(),
    /** The operator's account, if it wasn't done by a command: someone else decides about the owner's answer. */
    decidedBy: uuid().optional(),
    /** The owner's answer, as sent to the reporter. */
    answer: string().optional(),
    /** ISO 8601: when it was answered, may be restored, and was restored. */
    answeredAt: string().optional(),
    restoreFrom: string().optional(),
    restoredAt: string().optional(),
  }),
});
