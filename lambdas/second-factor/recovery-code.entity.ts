import { Entity } from "dynamodb-toolbox/entity";
import { item } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A recovery code that wasn't used yet; the code itself is stored nowhere. */
export const RecoveryCodeEntity = new Entity({
  name: "recoveryCode",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({ userId: partitionKey("U"), digest: sortKey("RC") }),
});
