import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** An open connection; it has a user once it has authenticated. */
export const ConnectionEntity = new Entity({
  name: "connection",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    connectionId: partitionKey("CONNECTION"),
    sk: constantSortKey("CONNECTION"),
    userId: string().optional(),
    /** Digest of its source IP address, as in its slot's key. */
    address: string().optional(),
    /** Epoch seconds; API Gateway has ended the connection by then. */
    expires: number().savedAs("ttl"),
  }),
});

/** An open connection in its user's partition, where one query finds all. */
export const UserConnectionEntity = new Entity({
  name: "userConnection",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    connectionId: sortKey("CONNECTION"),
    /** Epoch seconds of its token's expiry. */
    tokenUntil: number(),
    /** The token's session, and its log-in (epoch seconds). */
    sessionId: string().optional(),
    started: number().optional(),
    /** Epoch seconds, as in the connection itself. */
    expires: number().savedAs("ttl"),
  }),
});

/** One of the connections that a user or a source address may hold at once. */
export const ConnectionSlotEntity = new Entity({
  name: "connectionSlot",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    /** Kind and id of the owner. */
    owner: partitionKey("CONNECTION_SLOT"),
    slot: sortKey("SLOT"),
    connectionId: string(),
    /** Epoch seconds, as in the connection itself. */
    expires: number().savedAs("ttl"),
  }),
});
