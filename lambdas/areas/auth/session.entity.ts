import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A session as listed in the settings. Its validity is stored in the user and in `EndedSessionEntity`. */
export const SessionEntity = new Entity({
  name: "session",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sessionId: sortKey("SESSION"),
    /** Epoch seconds of the log-in, and of the last log-in or refresh. */
    started: number(),
    used: number(),
    browser: string().optional(),
    /** ISO 3166-1 alpha-2. */
    country: string().optional(),
    /** Epoch seconds of its refresh tokens' expiry. */
    expires: number().savedAs("ttl"),
  }),
});

/** A rotated refresh token; reusing it ends its session. */
export const RotatedTokenEntity = new Entity({
  name: "rotatedToken",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("ROTATED_TOKEN"),
    sk: constantSortKey("ROTATED_TOKEN"),
    userId: string(),
    sessionId: string(),
    /** Epoch seconds of the rotation, and the digest of the successor. */
    traded: number(),
    next: string(),
    /** True once the same token was rotated a second time. */
    again: boolean().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
