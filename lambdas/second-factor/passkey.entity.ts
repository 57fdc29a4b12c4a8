import { Entity } from "dynamodb-toolbox/entity";
import { item, list, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A passkey of an account; the authenticator keeps the private key. */
export const PasskeyEntity = new Entity({
  name: "passkey",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    /** SHA-256 of the credential's id, which may be longer than a key. */
    digest: sortKey("PK"),
    passkeyId: string().savedAs("i"),
    credentialId: string().savedAs("k"),
    /** COSE, in base64url. */
    publicKey: string().savedAs("pb"),
    /** The authenticator's count of signatures; always 0 for passkeys that are synchronised. */
    counter: number().savedAs("ct"),
    /** How the browser reaches the authenticator. */
    transports: list(string()).savedAs("t"),
    name: string().savedAs("na"),
    /** ISO 8601. */
    created: string().savedAs("c"),
    lastUsed: string().optional().savedAs("u"),
  }),
});
