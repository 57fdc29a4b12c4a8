import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A browser that logged in to the account before. The key has its token's digest, so the token itself is stored
 * nowhere.
 */
export const KnownBrowserEntity = new Entity({
  name: "knownBrowser",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    digest: sortKey("KNOWN_BROWSER"),
    /** Epoch seconds; extended by every log-in. */
    expires: number().savedAs("ttl"),
  }),
});
