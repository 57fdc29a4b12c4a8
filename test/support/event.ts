import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { v7 as uuidv7 } from "uuid";
import { buildRouteKey, type Route } from "#shared/route.ts";

/** A test's request, loosely typed, as tests send invalid input on purpose. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** The caller's user id; the authorizer's claims then have a fresh session. */
  readonly as?: string | undefined;
  /** Claims of the caller's token, if the test has a real one. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** The caller's access token. */
  readonly token?: string | undefined;
  /** The caller's IP address. */
  readonly from?: string;
}

const stringifyValues = (values: Readonly<Record<string, unknown>> | undefined) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The authorizer passes every claim as a string. */
const toTexts = (claims: Readonly<Record<string, unknown>>) => stringifyValues(claims);

/** Session id of a caller without a real token. */
export const SESSION_ID = "a-session-of-the-test";

/** Claims of a session newer than anything the test did. */
const buildFreshClaims = (username: string) => ({
  username,
  token_use: "access",
  origin_jti: SESSION_ID,
  auth_time: Number.MAX_SAFE_INTEGER,
});

/** API Gateway's event for a call (payload format 2.0). */
export function buildEvent(
  route: Route,
  { params, query, body, headers, cookies, as, claims, token, from = "127.0.0.1" }: Sent,
): APIGatewayProxyEventV2 {
  const pathParameters = stringifyValues(params);
  const rawPath = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters?.[name] ?? ""),
  );
  const http = { method: route.method, path: rawPath, protocol: "HTTP/1.1", sourceIp: from, userAgent: "test" };
  const event = {
    version: "2.0",
    routeKey: buildRouteKey(route),
    rawPath,
    rawQueryString: new URLSearchParams(stringifyValues(query)).toString(),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token || as ? { authorization: `Bearer ${token ?? "checked-by-the-gateway"}` } : {}),
      ...headers,
    },
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(pathParameters ? { pathParameters } : {}),
    ...(query ? { queryStringParameters: stringifyValues(query) } : {}),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: "000000000000",
      apiId: "test",
      domainName: "test",
      domainPrefix: "test",
      http,
      requestId: uuidv7(),
      routeKey: buildRouteKey(route),
      stage: "$default",
      time: "",
      timeEpoch: 0,
      ...(as ? { authorizer: { jwt: { claims: toTexts(claims ?? buildFreshClaims(as)), scopes: [] } } } : {}),
    },
  };
  return event as APIGatewayProxyEventV2;
}
