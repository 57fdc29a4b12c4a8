import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { ACCOUNT } from "#local/template/names.ts";
import type { EdgeRequest } from "./message.ts";

/** Content types whose body API Gateway passes as text; it encodes others in base64. */
const TEXT = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/i;

export interface ApiCall {
  apiId: string;
  routeKey: string;
  pathParameters: Record<string, string>;
  requestId: string;
  /** Claims of the verified token. */
  claims?: Record<string, unknown>;
  scopes?: string[] | null;
}

/** Payload format 2.0 joins repeated parameters by commas. */
function parseQueryParameters(query: string): Record<string, string> | undefined {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return joined.size ? Object.fromEntries(joined) : undefined;
}

/** HTTP APIs pass every claim as a string; a list becomes `[a b]`. */
const claimText = (value: unknown) =>
  Array.isArray(value) ? `[${value.join(" ")}]` : typeof value === "object" ? JSON.stringify(value) : String(value);

const parseCookies = (header: string | undefined) => header?.split(/;\s*/).filter(Boolean);

/** A Lambda event in payload format 2.0. */
export function apiEvent(
  request: EdgeRequest,
  body: Buffer,
  call: ApiCall,
): Partial<APIGatewayProxyEventV2WithJWTAuthorizer> {
  const { cookie, ...headers } = request.headers;
  const isText = TEXT.test(headers["content-type"] ?? "");
  const domainName = headers.host ?? "";
  const at = new Date();
  const authorizer = call.claims && {
    jwt: {
      claims: Object.fromEntries(Object.entries(call.claims).map(([name, value]) => [name, claimText(value)])),
      scopes: call.scopes ?? (null as unknown as string[]),
    },
    principalId: "",
    integrationLatency: 0,
  };
  return {
    version: "2.0",
    routeKey: call.routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    cookies: parseCookies(cookie),
    headers,
    queryStringParameters: parseQueryParameters(request.query),
    requestContext: {
      accountId: ACCOUNT,
      apiId: call.apiId,
      domainName,
      domainPrefix: call.apiId,
      http: {
        method: request.method,
        path: request.path,
        protocol: "HTTP/1.1",
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: call.requestId,
      routeKey: call.routeKey,
      stage: "$default",
      time: at.toISOString(),
      timeEpoch: at.getTime(),
      ...(authorizer && { authorizer }),
    } as APIGatewayProxyEventV2WithJWTAuthorizer["requestContext"],
    pathParameters: Object.keys(call.pathParameters).length ? call.pathParameters : undefined,
    body: body.length ? body.toString(isText ? "utf8" : "base64") : undefined,
    isBase64Encoded: body.length > 0 && !isText,
  };
}
