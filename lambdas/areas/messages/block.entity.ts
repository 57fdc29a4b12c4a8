import { Entity } from "dynamodb-toolbox/entity";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { item, string } from "dynamodb-toolbox/schema";
import type { FailureCode } from "#shared/failures.ts";
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

const buildNotBlockedCondition = (userId: string, personId: string) =>
  BlockEntity.build(ConditionCheck).key({ userId, personId }).condition({ attr: "since", exists: false });

/** Conditions that neither of two people blocks the other. */
export const buildNeitherBlockedConditions = <F extends FailureCode>(one: string, other: string, failure: F) =>
  [buildNotBlockedCondition(one, other), buildNotBlockedCondition(other, one)].map((write) => ({ write, failure }));
