import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** Something that a second factor is to answer, once. Its key is a digest of what it is for, whose it is and its secret. */
export const FactorChallengeEntity = new Entity({
  name: "factorChallenge",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("FC"),
    sk: constantSortKey("FC"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
