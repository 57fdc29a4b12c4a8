import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number } from "dynamodb-toolbox/schema";
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
    /** Whether the password proved it, which counts only while the account has no second factor. */
    byPassword: boolean().optional().savedAs("bp"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
