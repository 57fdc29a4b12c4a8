import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { CognitoDatabase } from "./cognito-database.ts";
import { CognitoError, notAuthorized } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { User } from "./users.ts";

/** A session begins at sign-in; `id` is its tokens' `origin_jti`, `started` (epoch ms) their `auth_time`. */
export type Session = { id: string; pool: string; username: string; started: number };

/** Basis of an access token: its session, and digests of the refresh tokens that it was issued for and with. */
export type Grant = { session: Session; generatedBy?: string; issuedWith?: string };

/** `rotated` is when the token was rotated, in epoch ms; 0 if it wasn't. */
type TokenRow = Session & { revoked: number; rotated: number; expires: number };

export type Sessions = {
  start(pool: Pool, user: User): { grant: Grant; refreshToken: string };
  /** The session of a valid refresh token; with rotation also the new refresh token. */
  refresh(pool: Pool, refreshToken: string): { grant: Grant; refreshToken?: string };
  /** Remembers an access token, so that it can be revoked; `expires` in epoch ms. */
  issued(jti: string, grant: Grant, expires: number): void;
  /**
   * Revokes a refresh token, the access tokens that it generated or came with, and the sign-in's. Other refresh tokens
   * of the session stay valid, those that followed it by rotation too. Ignores unknown tokens.
   * https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html
   */
  revoke(pool: Pool, refreshToken: string): void;
  revokeAll(user: User): void;
  isRevoked(jti: string): boolean;
};

const SELECT_TOKEN = `SELECT s.id, s.pool, s.username, s.started, t.rotated, t.expires,
  s.revoked OR EXISTS (SELECT 1 FROM revoked_refresh_tokens r WHERE r.hash = t.hash) AS revoked
  FROM refresh_tokens t JOIN sessions s ON s.id = t.session WHERE t.hash = ? AND s.pool = ?`;

const SELECT_ACCESS_TOKEN = `SELECT s.revoked OR EXISTS (SELECT 1 FROM revoked_refresh_tokens r
    WHERE r.hash IN (a.generated_by, a.issued_with) OR (a.generated_by IS NULL AND r.session = a.session)) AS revoked
  FROM access_tokens a JOIN sessions s ON s.id = a.session WHERE a.jti = ?`;

export function openSessions({ database, now }: CognitoDatabase): Sessions {
  const insertSession = database.prepare("INSERT INTO sessions VALUES (?, ?, ?, ?, 0)");
  const insertToken = database.prepare("INSERT INTO refresh_tokens VALUES (?, ?, ?, 0)");
  const select = database.prepare(SELECT_TOKEN);
  const rotate = database.prepare("UPDATE refresh_tokens SET rotated = ? WHERE hash = ? AND rotated = 0");
  const insertAccessToken = database.prepare("INSERT INTO access_tokens VALUES (?, ?, ?, ?, ?)");
  const sweepAccessTokens = database.prepare("DELETE FROM access_tokens WHERE expires <= ?");
  const revoke = database.prepare("INSERT OR IGNORE INTO revoked_refresh_tokens VALUES (?, ?)");
  const revokeAll = database.prepare("UPDATE sessions SET revoked = 1 WHERE pool = ? AND username = ?");
  const accessToken = database.prepare(SELECT_ACCESS_TOKEN);
  const find = (pool: Pool, token: string) => select.get(hash(token), pool.poolId) as TokenRow | undefined;
  const issue = (session: string, expires: number): string => {
    const token = randomBytes(48).toString("base64url");
    insertToken.run(hash(token), session, expires);
    return token;
  };
  return {
    start: (pool, user) => {
      const session = { id: randomUUID(), pool: pool.poolId, username: user.username, started: now().getTime() };
      insertSession.run(session.id, session.pool, session.username, session.started);
      const refreshToken = issue(session.id, session.started + pool.refreshTokenSeconds * 1_000);
      return { grant: { session, issuedWith: hash(refreshToken) }, refreshToken };
    },
    refresh: (pool, refreshToken) => {
      const found = find(pool, refreshToken);
      if (!found) throw notAuthorized("Invalid Refresh Token");
      if (found.revoked) throw notAuthorized("Refresh Token has been revoked");
      if (found.rotated && now().getTime() > found.rotated + (pool.rotationGraceSeconds ?? 0) * 1_000) {
        throw new CognitoError("RefreshTokenReuseException", "Refresh token has been invalidated by rotation");
      }
      if (found.expires <= now().getTime()) throw notAuthorized("Refresh Token has expired");
      const { id, pool: poolId, username, started, expires } = found;
      const session = { id, pool: poolId, username, started };
      const generatedBy = hash(refreshToken);
      if (!pool.rotation) return { grant: { session, generatedBy } };
      rotate.run(now().getTime(), generatedBy);
      // A new token expires when the first one of the session does.
      const next = issue(id, expires);
      return { grant: { session, generatedBy, issuedWith: hash(next) }, refreshToken: next };
    },
    issued: (jti, { session, generatedBy, issuedWith }, expires) => {
      sweepAccessTokens.run(now().getTime());
      insertAccessToken.run(jti, session.id, generatedBy ?? null, issuedWith ?? null, expires);
    },
    revoke: (pool, refreshToken) => {
      const found = find(pool, refreshToken);
      if (found) revoke.run(hash(refreshToken), found.id);
    },
    revokeAll: ({ pool, username }) => {
      revokeAll.run(pool, username);
    },
    isRevoked: (jti) => (accessToken.get(jti) as { revoked: number } | undefined)?.revoked !== 0,
  };
}

const hash = (token: string): string => createHash("sha256").update(token).digest("base64url");
