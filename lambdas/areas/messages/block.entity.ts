import { Entity } from "dynamodb-toolbox/entity";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { item, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A person whom a user blocked. */
export const BlockEntity = new Entity({
  name: "block",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    personId: sortKey("BLOCK"),
    /** ISO 8601. */
    since: string(),
  }),
});

/** Condition that one person didn't block the other. */
export const buildNotBlockedCondition = (userId: string, personId: string) =>
  BlockEntity.build(ConditionCheck).key({ userId, personId }).condition({ attr: "since", exists: false });
