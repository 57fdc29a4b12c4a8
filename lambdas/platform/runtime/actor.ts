import { JwtRsaVerifier } from "aws-jwt-verify";
import { JwksValidationError, JwtBaseError, JwtInvalidAudienceError } from "aws-jwt-verify/error";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import * as z from "zod/mini";
import { UserId } from "#shared/model/ids.ts";
import { type Route, requiresToken } from "#shared/route.ts";
import { checkSession } from "../../areas/users/check-session.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { type Failure, fail } from "./failure.ts";

/** The signed-in caller. */
export interface Actor {
  readonly userId: UserId;
  /** The access token's session. */
  readonly sessionId: string;
  readonly isSuspended: boolean;
}

/** Claims of a valid token, `undefined` for any other; throws if the issuer's keys can't be fetched. */
export type TokenVerifier = (token: string) => Promise<unknown>;

/** Our user's id is Cognito's username. */
const Claims = z.object({
  username: UserId,
  token_use: z.literal("access"),
  origin_jti: z.string(),
  /** API Gateway passes numbers as text. */
  auth_time: z.coerce.number(),
});

const DatedClaims = z.extend(Claims, { exp: z.number() });

/** The session of a valid token. */
const toSession = ({ username, origin_jti, auth_time }: z.output<typeof Claims>) => ({
  userId: username,
  sessionId: origin_jti,
  started: auth_time,
});

const BEARER = /^Bearer (\S+)$/i;

/** The access token of the request, if any. */
export const findBearerToken = ({ authorization }: APIGatewayProxyEventV2["headers"]) =>
  BEARER.exec(authorization ?? "")?.[1];

/** The issuer's URL comes from the stack, so any scheme is accepted. */
async function fetchKeys(uri: string) {
  const response = await fetch(uri, { redirect: "error" });
  if (!response.ok) throw new Error(`The issuer of access tokens answered ${response.status} instead of its keys`);
  return response.arrayBuffer();
}

/** True if the token is invalid, false if fetching the keys failed. */
const isInvalidToken = (error: unknown) => error instanceof JwtBaseError && !(error instanceof JwksValidationError);

/** Checks access tokens by the issuer's published keys, which are fetched once and cached. */
export function createTokenVerifier(issuer: string, audience: string): TokenVerifier {
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
export async function findTokenSession(token: string, { verifyToken, table }: Required<ActorServices>) {
  const { data } = DatedClaims.safeParse(await verifyToken(token));
  if (!data || (await checkSession(table, toSession(data))).state !== "active") return undefined;
  return { ...toSession(data), until: data.exp };
}

/**
 * The caller. Where the route needs a signed-in one, API Gateway has already verified the token; with `optionalAuth` and for
 * operators it is verified here. All check that the session hasn't ended. A token of an ended session or closed account
 * fails like an invalid one, so that the browser refreshes it and finds the session ended.
 */
export async function authenticate(
  route: Route,
  event: APIGatewayProxyEventV2,
  { verifyToken, table }: ActorServices,
): Promise<Actor | undefined | Failure<"unauthenticated" | "not_found">> {
  if (route.access === "public" && !route.optionalAuth) return undefined;
  const accessToken = findBearerToken(event.headers);
  if (route.access === "public" && !event.headers.authorization) return undefined;
  // To anybody but an operator, an operator's route doesn't exist.
  const refusal = fail(route.access === "operator" ? "not_found" : "unauthenticated");
  if (!accessToken) return refusal;
  const claims = requiresToken(route) ? getAuthorizedClaims(event) : await verifyToken(accessToken);
  const { data } = Claims.safeParse(claims);
  if (!data) return refusal;
  if (!table) throw new Error(`${route.path} has signed-in callers, so its area needs the table`);
  const { state, isSuspended } = await checkSession(table, toSession(data));
  return state === "active" ? { userId: data.username, sessionId: data.origin_jti, isSuspended } : refusal;
}

const getAuthorizedClaims = (event: APIGatewayProxyEventV2) =>
  (event as Partial<APIGatewayProxyEventV2WithJWTAuthorizer>).requestContext?.authorizer?.jwt.claims;
