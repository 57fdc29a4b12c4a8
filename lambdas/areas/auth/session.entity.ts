import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A session as its user sees it in the settings. The user and `EndedSessionEntity` decide whether it still counts. */
export const SessionEntity = new Entity({
  name: "session",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    sessionId: sortKey("SE"),
    /** Epoch seconds; the use is the latest log-in or refresh. */
    started: number().savedAs("sa"),
    used: number().savedAs("us"),
    browser: string().optional().savedAs("b"),
    /** Two letters. */
    country: string().optional().savedAs("co"),
    /** Epoch seconds, when its refresh tokens have expired. */
    expires: number().savedAs("ttl"),
  }),
});

/** A refresh token that was traded for the next one. */
export const RotatedTokenEntity = new Entity({
  name: "tradedToken",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("RT"),
    sk: constantSortKey("RT"),
    userId: string().savedAs("u"),
    sessionId: string().savedAs("se"),
    /** Epoch seconds, and the digest of the token that it was traded for. */
    traded: number().savedAs("t"),
    next: string().savedAs("n"),
    /** True once the same token was rotated a second time. */
    again: boolean().optional().savedAs("a"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
