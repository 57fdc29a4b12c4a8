import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A one-time token of a verification or reset link. Its key is its digest, so that the table reveals neither usable links
 * nor users.
 */
export const MailedTokenEntity = new Entity({
  name: "mailedToken",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("MAILED_TOKEN"),
    sk: constantSortKey("MAILED_TOKEN"),
    /** Lock: epoch seconds until which one attempt holds the token exclusively. */
    attempt: number().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
