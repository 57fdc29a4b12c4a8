import { JwtRsaVerifier } from "aws-jwt-verify";
import { JwksValidationError, JwtBaseError, JwtInvalidAudienceError } from "aws-jwt-verify/error";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import * as z from "zod/mini";
import { UserId } from "#shared/model/ids.ts";
import type { Route } from "#shared/route.ts";
import { checkSession } from "../../areas/users/check-session.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { type Failure, fail } from "./failure.ts";

/** The signed-in caller. */
export interface Actor {
  readonly userId: UserId;
  /** The session of the access token that came along. */
  readonly sessionId: string;
}

/** Claims of a valid token, `undefined` for any other; throws when the issuer's keys can't be fetched. */
export type TokenVerifier = (token: string) => Promise<unknown>;

/** Our user's id is the identity provider's username. */
const Claims = z.object({
  username: UserId,
  token_use: z.literal("access"),
  origin_jti: z.string(),
  /** API Gateway hands numbers on as text. */
  auth_time: z.coerce.number(),
});

const DatedClaims = z.extend(Claims, { exp: z.number() });

/** The session that a valid token belongs to. */
const toSession = ({ username, origin_jti, auth_time }: z.output<typeof Claims>) => ({
  userId: username,
  sessionId: origin_jti,
  started: auth_time,
});

const BEARER = /^Bearer (\S+)$/i;

/** The access token that came along, if one did. */
export const findBearerToken = ({ authorization }: APIGatewayProxyEventV2["headers"]) =>
  BEARER.exec(authorization ?? "")?.[1];

/** The issuer's address is the stack's own configuration, so its scheme is taken as it stands. */
async function fetchKeys(uri: string) {
  const response = await fetch(uri, { redirect: "error" });
  if (!response.ok) throw new Error(`The issuer answered ${response.status} instead of its keys`);
  return response.arrayBuffer();
}

/** The token is at fault, not the fetching of the keys. */
const isInvalidToken = (error: unknown) => error instanceof JwtBaseError && !(error instanceof JwksValidationError);

/** Checks access tokens by the issuer's published keys, which are fetched once and cached. */
export function tokenVerifier(issuer: string, audience: string): TokenVerifier {
  const verifier = JwtRsaVerifier.create(
    {
      issuer,
      audience: null,
      jwksUri: `${issuer}/.well-known/jwks.json`,
      customJwtCheck: ({ payload }) => {
        const { client_id: client } = payload;
        if (client !== audience) throw new JwtInvalidAudienceError("The token is for another client", client, audience);
      },
    },
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: fetchKeys } }) },
  );
  return async (token) => {
    try {
      return await verifier.verify(token);
    } catch (error) {
      if (isInvalidToken(error)) return undefined;
      throw error;
    }
  };
}

interface ActorServices {
  readonly verifyToken: TokenVerifier;
  readonly table?: OpenTable;
}

/**
 * User, session and expiry (epoch seconds) of an access token; `undefined` where it is invalid, or its session or
 * account has ended.
 */
export async function tokenSession(token: string, { verifyToken, table }: Required<ActorServices>) {
  const { data } = DatedClaims.safeParse(await verifyToken(token));
  if (!data || (await checkSession(table, toSession(data))) !== "good") return undefined;
  return { ...toSession(data), until: data.exp };
}

/**
 * The caller. Where the route needs a signed-in caller, API Gateway has verified the token already; with `optionalAuth`
 * it's verified here. Both look up whether the session has ended. The token of an ended session or a closed account is a
 * failure as a bad one is, so that the browser refreshes it, which then ends the session there.
 */
export async function authenticate(
  route: Route,
  event: APIGatewayProxyEventV2,
  { verifyToken, table }: ActorServices,
): Promise<Actor | undefined | Failure<"unauthenticated">> {
  if (route.access === "public" && !route.optionalAuth) return undefined;
  const accessToken = findBearerToken(event.headers);
  if (route.access === "public" && !event.headers.authorization) return undefined;
  if (!accessToken) return fail("unauthenticated");
  const claims = route.access === "public" ? await verifyToken(accessToken) : authorizedClaims(event);
  const { data } = Claims.safeParse(claims);
  if (!data) return fail("unauthenticated");
  if (!table) throw new Error(`${route.path} has signed-in callers, so its area needs the table`);
  const session = await checkSession(table, toSession(data));
  if (session === "good") return { userId: data.username, sessionId: data.origin_jti };
  return fail("unauthenticated");
}

const authorizedClaims = (event: APIGatewayProxyEventV2) =>
  (event as Partial<APIGatewayProxyEventV2WithJWTAuthorizer>).requestContext?.authorizer?.jwt.claims;
