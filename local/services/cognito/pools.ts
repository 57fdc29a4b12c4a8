import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { CognitoDatabase } from "./cognito-database.ts";
import { CognitoError } from "./errors.ts";

/** A user pool and its app client, as in the template. */
export type PoolSettings = {
  poolId: string;
  clientId: string;
  triggers?: Triggers;
  /** AdminCreateUserConfig.AllowAdminCreateUserOnly. */
  adminCreatesUsers?: boolean;
  /** AccountRecoverySetting `admin_only`. */
  adminRecovers?: boolean;
  /** AutoVerifiedAttributes. */
  autoVerified?: readonly string[];
  /** Required attributes of the schema. */
  required?: readonly string[];
  /** The client's ExplicitAuthFlows. */
  authFlows?: readonly string[];
  /** The client's WriteAttributes; absent or empty means all. */
  writable?: readonly string[];
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Refresh token rotation. */
  rotation: boolean;
  /** RetryGracePeriodSeconds: how long a rotated refresh token still works; 0 by default. */
  rotationGraceSeconds?: number;
  passwordMinLength: number;
};

/** ARNs of the pool's Lambda triggers. */
export type Triggers = {
  preTokenGeneration?: string;
  defineAuthChallenge?: string;
  createAuthChallenge?: string;
  verifyAuthChallengeResponse?: string;
};

export type Pool = PoolSettings & { kid: string; privateKey: CryptoKey; publicJwk: JWK };

type PoolRow = { settings: string; kid: string; key: string };

export type Pools = {
  /** Creates the pool or updates its settings; users and keys stay. */
  ensure(settings: PoolSettings): Promise<Pool>;
  byId(poolId: string): Pool;
  byClient(clientId: string): Pool;
  find(poolId: string): Pool | undefined;
};

/** The pools with their signing keys, which are persisted so that tokens survive a restart. */
export async function openPools({ database }: CognitoDatabase): Promise<Pools> {
  const pools = new Map<string, Pool>();
  const select = database.prepare("SELECT settings, kid, key FROM pools");
  for (const row of select.all() as PoolRow[]) {
    const pool = await toPool(JSON.parse(row.settings), JSON.parse(row.key), row.kid);
    pools.set(pool.poolId, pool);
  }
  const upsert = database.prepare(
    `INSERT INTO pools (pool, client, settings, kid, key) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (pool) DO UPDATE SET client = excluded.client, settings = excluded.settings`,
  );
  const requirePool = (pool: Pool | undefined, what: string): Pool => {
    if (!pool) throw new CognitoError("ResourceNotFoundException", `${what} does not exist.`);
    return pool;
  };
  return {
    ensure: async (settings) => {
      const existing = pools.get(settings.poolId);
      const key = existing ? await exportJWK(existing.privateKey) : await newKey();
      const kid = existing?.kid ?? (await calculateJwkThumbprint(key));
      const pool = await toPool(settings, key, kid);
      upsert.run(pool.poolId, pool.clientId, JSON.stringify(settings), kid, JSON.stringify(key));
      pools.set(pool.poolId, pool);
      return pool;
    },
    byId: (poolId) => requirePool(pools.get(poolId), `User pool ${poolId}`),
    byClient: (clientId) =>
      requirePool(
        [...pools.values()].find((pool) => pool.clientId === clientId),
        `User pool client ${clientId}`,
      ),
    find: (poolId) => pools.get(poolId),
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return exportJWK(privateKey);
}

async function toPool(settings: PoolSettings, key: JWK, kid: string): Promise<Pool> {
  const privateKey = await importJWK(key, "RS256", { extractable: true });
  if (privateKey instanceof Uint8Array) throw new Error(`The signing key of ${settings.poolId} isn't an RSA key`);
  return {
    ...settings,
    kid,
    privateKey,
    publicJwk: { kty: key.kty, n: key.n, e: key.e, alg: "RS256", use: "sig", kid },
  };
}
