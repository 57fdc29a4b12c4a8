import { JwtRsaVerifier } from "aws-jwt-verify";
import { JwksValidationError, JwtBaseError, JwtInvalidAudienceError } from "aws-jwt-verify/error";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import * as z from "zod/mini";
import { UserId } from "#shared/model/ids.ts";
import type { Route } from "#shared/route.ts";
import { Failure } from "./failure.ts";

/** The signed-in caller. */
export interface Actor {
  readonly userId: UserId;
  /** The access token itself, for calls that the user makes to the identity provider. */
  readonly accessToken: string;
}

/** Claims of a sound token, `undefined` for any other; throws when nobody can tell, as the issuer's keys can't be had. */
export type TokenVerifier = (token: string) => Promise<unknown>;

/** Our user's id is the identity provider's username (product decisions, section 2). */
const Claims = z.object({ username: UserId, token_use: z.literal("access") });

const DatedClaims = z.extend(Claims, { exp: z.number() });

const BEARER = /^Bearer (\S+)$/i;

/** The issuer's address is the stack's own configuration, so its scheme is taken as it stands. */
async function fetchKeys(uri: string) {
  const response = await fetch(uri);
  if (!response.ok) throw new Error(`The issuer answered ${response.status} instead of its keys`);
  return response.arrayBuffer();
}

/** About the token, and not about the keys that it is checked by. */
const isUnsound = (error: unknown) => error instanceof JwtBaseError && !(error instanceof JwksValidationError);

/** Checks access tokens by the issuer's published keys, which are fetched once and kept. */
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
      if (isUnsound(error)) return undefined;
      throw error;
    }
  };
}

/** Whose access token this is and until when it is good (epoch seconds); `undefined` where it isn't sound. */
export async function holderOf(token: string, verifyToken: TokenVerifier) {
  const claims = await verifyToken(token);
  const sound = DatedClaims.safeParse(claims);
  return sound.success ? { userId: sound.data.username, until: sound.data.exp } : undefined;
}

/**
 * Who makes the call. Where the route needs a signed-in caller, API Gateway has checked the token already; where it
 * only greets one, the token is checked here. A bad token is a failure, so that the browser refreshes it.
 */
export async function actorOf(
  route: Route,
  event: APIGatewayProxyEventV2,
  { verifyToken }: { verifyToken: TokenVerifier },
): Promise<Actor | undefined | Failure<"unauthenticated">> {
  if (route.access === "public" && !route.greets) return undefined;
  const authorization = event.headers.authorization;
  const accessToken = BEARER.exec(authorization ?? "")?.[1];
  if (route.access === "public" && !authorization) return undefined;
  if (!accessToken) return new Failure("unauthenticated");
  const claims = route.access === "public" ? await verifyToken(accessToken) : authorizedClaims(event);
  const sound = Claims.safeParse(claims);
  return sound.success ? { userId: sound.data.username, accessToken } : new Failure("unauthenticated");
}

const authorizedClaims = (event: APIGatewayProxyEventV2) =>
  (event as Partial<APIGatewayProxyEventV2WithJWTAuthorizer>).requestContext?.authorizer?.jwt.claims;
