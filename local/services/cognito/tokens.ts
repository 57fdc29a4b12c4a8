import { randomUUID } from "node:crypto";
import { errors, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { notAuthorized } from "./errors.ts";
import type { Pool } from "./pools.ts";
import { getScopes, type InvokeTrigger, type TokenSource } from "./pre-token-generation.ts";
import type { Grant, Sessions } from "./sessions.ts";
import type { User } from "./users.ts";

/** The scope that a user's own operations on the pool require. */
export const SELF_SCOPE = "aws.cognito.signin.user.admin";

export type IssuedTokens = { AccessToken: string; IdToken: string; ExpiresIn: number; TokenType: "Bearer" };

export type Tokens = {
  issue(pool: Pool, user: User, grant: Grant, source: TokenSource): Promise<IssuedTokens>;
  /** The username and scopes of a valid access token; throws NotAuthorizedException otherwise. */
  verify(pool: Pool, accessToken: string): Promise<{ username: string; scopes: string[] }>;
};

/** RS256 tokens with Cognito's claims; the ID token expires with the access token. */
export function openTokens(
  sessions: Sessions,
  now: () => Date,
  getIssuer: (poolId: string) => string,
  invokeTrigger: InvokeTrigger,
): Tokens {
  return {
    issue: async (pool, user, grant, source) => {
      const { session } = grant;
      const scopes = await getScopes({ pool, user, source, scopes: [SELF_SCOPE] }, invokeTrigger);
      const iat = Math.floor(now().getTime() / 1_000);
      const shared = {
        sub: user.sub,
        iss: getIssuer(pool.poolId),
        origin_jti: session.id,
        event_id: randomUUID(),
        auth_time: Math.floor(session.started / 1_000),
        iat,
        exp: iat + pool.accessTokenSeconds,
      };
      const scope = scopes.length > 0 ? { scope: scopes.join(" ") } : {};
      const access = { token_use: "access", client_id: pool.clientId, ...scope, username: user.username };
      const id = { token_use: "id", aud: pool.clientId, "cognito:username": user.username, ...toClaims(user) };
      const jti = randomUUID();
      sessions.issued(jti, grant, shared.exp * 1_000);
      return {
        AccessToken: await sign(pool, { ...shared, ...access, jti }),
        IdToken: await sign(pool, { ...id, ...shared, jti: randomUUID() }),
        ExpiresIn: pool.accessTokenSeconds,
        TokenType: "Bearer",
      };
    },
    verify: async (pool, accessToken) => {
      const claims = await verified(pool, accessToken, getIssuer(pool.poolId), now());
      if (claims.token_use !== "access" || typeof claims.username !== "string") throw notAuthorized(INVALID);
      if (typeof claims.jti !== "string" || sessions.isRevoked(claims.jti)) {
        throw notAuthorized("Access Token has been revoked");
      }
      const scopes = typeof claims.scope === "string" ? claims.scope.split(" ") : [];
      return { username: claims.username, scopes };
    },
  };
}

const INVALID = "Invalid Access Token";

async function verified(pool: Pool, token: string, issuer: string, currentDate: Date): Promise<JWTPayload> {
  try {
    const key = await importJWK(pool.publicJwk, "RS256");
    return (await jwtVerify(token, key, { issuer, algorithms: ["RS256"], currentDate })).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized("Access Token has expired");
    throw notAuthorized(INVALID);
  }
}

function sign(pool: Pool, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ kid: pool.kid, alg: "RS256" }).sign(pool.privateKey);
}

function toClaims({ attributes }: User): JWTPayload {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, name.endsWith("_verified") ? value === "true" : value]),
  );
}
