import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A one-time token of a verification or reset link. Its key is its digest, so that reading the table opens nothing and
 * names nobody.
 */
export const MailedTokenEntity = new Entity({
  name: "mailedToken",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("MAILED_TOKEN"),
    sk: constantSortKey("MAILED_TOKEN"),
    /** Epoch seconds until which one attempt to use it has it to itself. */
    attempt: number().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
