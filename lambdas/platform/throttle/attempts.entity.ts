import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/**
 * A count of attempts by an account, an address or a browser, or of a mail just sent. The key has what was tried and by
 * whose digest, and where windows have a fixed length also when.
 */
export const AttemptsEntity = new Entity({
  name: "attempts",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    window: partitionKey("ATTEMPTS"),
    sk: constantSortKey("ATTEMPTS"),
    count: number(),
    /** For mails: the request that is currently sending it. */
    request: string().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
