import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/**
 * A count of attempts by an account, an IP address or a browser, or of a mail just sent. The key contains the action, a digest
 * of its subject, and the index of the window if windows have a fixed length.
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
