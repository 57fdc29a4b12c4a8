import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { CognitoDatabase } from "./cognito-database.ts";
import { CognitoError, notAuthorized } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { User } from "./users.ts";

/** A session begins at sign-in; `id` is its tokens' `origin_jti`, `started` (epoch ms) their `auth_time`. */
export type Session = { id: string; pool: string; username: string; started: number };

/** `rotated` is when the token was rotated, in epoch ms; 0 if it wasn't. */
type TokenRow = Session & { revoked: number; rotated: number; expires: number };

export type Sessions = {
  start(pool: Pool, user: User): { session: Session; refreshToken: string };
  /** The session of a valid refresh token; with rotation also the new refresh token. */
  refresh(pool: Pool, refreshToken: string): { session: Session; refreshToken?: string };
  /** Revokes the token's session, even if the token was rotated; ignores unknown tokens. */
  revoke(pool: Pool, refreshToken: string): void;
  revokeAll(user: User): void;
  isRevoked(id: string): boolean;
};

const SELECT_TOKEN = `SELECT s.id, s.pool, s.username, s.started, s.revoked, t.rotated, t.expires
  FROM refresh_tokens t JOIN sessions s ON s.id = t.session WHERE t.hash = ? AND s.pool = ?`;

export function openSessions({ database, now }: CognitoDatabase): Sessions {
  const insertSession = database.prepare("INSERT INTO sessions VALUES (?, ?, ?, ?, 0)");
  const insertToken = database.prepare("INSERT INTO refresh_tokens VALUES (?, ?, ?, 0)");
  const select = database.prepare(SELECT_TOKEN);
  const rotate = database.prepare("UPDATE refresh_tokens SET rotated = ? WHERE hash = ? AND rotated = 0");
  const revoke = database.prepare("UPDATE sessions SET revoked = 1 WHERE id = ?");
  const revokeAll = database.prepare("UPDATE sessions SET revoked = 1 WHERE pool = ? AND username = ?");
  const revoked = database.prepare("SELECT revoked FROM sessions WHERE id = ?");
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
      return { session, refreshToken: issue(session.id, session.started + pool.refreshTokenSeconds * 1_000) };
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
      if (!pool.rotation) return { session };
      rotate.run(now().getTime(), hash(refreshToken));
      // A new token expires when the first one of the session does.
      return { session, refreshToken: issue(id, expires) };
    },
    revoke: (pool, refreshToken) => {
      const found = find(pool, refreshToken);
      if (found) revoke.run(found.id);
    },
    revokeAll: ({ pool, username }) => {
      revokeAll.run(pool, username);
    },
    isRevoked: (id) => (revoked.get(id) as { revoked: number } | undefined)?.revoked !== 0,
  };
}

const hash = (token: string): string => createHash("sha256").update(token).digest("base64url");
