import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A session proved a moment ago that it is the account's owner who uses it. */
export const FactorProofEntity = new Entity({
  name: "factorProof",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    sessionId: sortKey("FP"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
