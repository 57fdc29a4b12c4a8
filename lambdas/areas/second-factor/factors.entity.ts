import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A single-use challenge: a log-in that waits for its second factor, or a text to be signed by a passkey. Its key is a digest
 * of its purpose, its user and its secret.
 */
export const FactorChallengeEntity = new Entity({
  name: "factorChallenge",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("FACTOR_CHALLENGE"),
    sk: constantSortKey("FACTOR_CHALLENGE"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** A recent proof that a session is used by the account's owner. */
export const FactorProofEntity = new Entity({
  name: "factorProof",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sessionId: sortKey("FACTOR_PROOF"),
    /** True for a proof by password, which is valid only while the account has no second factor. */
    byPassword: boolean().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** A passkey of an account; the authenticator keeps the private key. */
export const PasskeyEntity = new Entity({
  name: "passkey",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    /** SHA-256 of the credential's id, which may be longer than a key. */
    digest: sortKey("PASSKEY"),
    passkeyId: string(),
    credentialId: string(),
    /** COSE, in base64url. */
    publicKey: string(),
    /** The authenticator's signature counter; always 0 for synchronised passkeys. */
    counter: number(),
    /** Ways for the browser to reach the authenticator. */
    transports: list(string()),
    name: string(),
    /** ISO 8601. */
    created: string(),
    lastUsed: string().optional(),
  }),
});

/** Digest of an unused recovery code. */
export const RecoveryCodeEntity = new Entity({
  name: "recoveryCode",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({ userId: partitionKey("USER"), digest: sortKey("RECOVERY_CODE") }),
});

/** The authenticator app of an account, its secret encrypted. */
export const TotpEntity = new Entity({
  name: "totp",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sk: constantSortKey("TOTP"),
    /** The shared secret, encrypted for this account. */
    encrypted: string(),
    /** Number of the last used time step: codes up to it are invalid. */
    lastStep: number(),
    /** ISO 8601. */
    created: string(),
  }),
});

/** An authenticator app's secret that was shown and waits for its first code. */
export const PendingTotpEntity = new Entity({
  name: "pendingTotp",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sk: constantSortKey("PENDING_TOTP"),
    encrypted: string(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
