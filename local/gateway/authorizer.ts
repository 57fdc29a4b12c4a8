import { JwtRsaVerifier } from "aws-jwt-verify";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import type { JwtAuthorizer } from "#local/template/http-api.ts";

export type Authorization =
  | { kind: "allowed"; claims: Record<string, unknown>; scopes: string[] | null }
  | { kind: "refused"; status: 401 | 403; reason: string };

/** The library's own fetcher requires TLS, which the laptop's issuer doesn't have. */
const jwksCache = () =>
  new SimpleJwksCache({
    fetcher: {
      async fetch(uri) {
        const response = await fetch(uri, { signal: AbortSignal.timeout(3_000) });
        if (!response.ok) throw new Error(`${uri} answered ${response.status}`);
        return response.arrayBuffer();
      },
    },
  });

/**
 * API Gateway's JWT authorizer: verifies signature, issuer, expiry and the audience, which is in `aud` or, as in Cognito's
 * access tokens, in `client_id`.
 */
export function createAuthorizer({ issuer, audience, header }: JwtAuthorizer) {
  const verifier = JwtRsaVerifier.create(
    { issuer, audience: null, jwksUri: `${issuer}/.well-known/jwks.json` },
    { jwksCache: jwksCache() },
  );
  const refused = (reason: string): Authorization => ({ kind: "refused", status: 401, reason });

  return async (headers: Record<string, string>, requiredScopes: string[]): Promise<Authorization> => {
    const token = headers[header]?.replace(/^bearer\s+/i, "");
    if (!token) return refused("");
    try {
      const claims = await verifier.verify(token);
      const audiences = [claims.aud, claims.client_id].flat().filter((value) => typeof value === "string");
      if (!audiences.some((value) => audience.includes(value))) return refused("the token has another audience");
      const scopes = typeof claims.scope === "string" ? claims.scope.split(" ") : [];
      if (requiredScopes.length && !requiredScopes.some((scope) => scopes.includes(scope))) {
        return { kind: "refused", status: 403, reason: "" };
      }
      return { kind: "allowed", claims, scopes: requiredScopes.length ? scopes : null };
    } catch (error) {
      return refused(error instanceof Error ? error.message : "invalid token");
    }
  };
}
