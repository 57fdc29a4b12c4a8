import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A counter of attempts; the key has their kind, the caller's digest and, for fixed windows, the window. */
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
