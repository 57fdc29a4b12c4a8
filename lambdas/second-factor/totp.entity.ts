import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** The authenticator app of an account. */
export const TotpEntity = new Entity({
  name: "totp",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    sk: constantSortKey("TOTP"),
    /** The shared secret, encrypted for this account. */
    encrypted: string().savedAs("e"),
    /** Number of the time step whose code was used last: it and those before it are good no more. */
    lastStep: number().savedAs("l"),
    /** ISO 8601. */
    created: string().savedAs("c"),
  }),
});

/** A secret that was shown and waits for its first code. */
export const PendingTotpEntity = new Entity({
  name: "pendingTotp",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    sk: constantSortKey("TOTP#pending"),
    encrypted: string().savedAs("e"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
