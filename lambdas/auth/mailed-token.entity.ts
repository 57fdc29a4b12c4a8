import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A one-time token that was mailed. Its key is its digest, so that reading the table opens nothing and names nobody. */
export const MailedTokenEntity = new Entity({
  name: "mailedToken",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("TK"),
    sk: constantSortKey("TK"),
    /** Epoch seconds until which one attempt to use it has it to itself. */
    attempt: number().optional().savedAs("at"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
