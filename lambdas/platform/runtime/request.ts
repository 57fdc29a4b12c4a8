import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod/mini";
import { MESSAGES } from "#shared/messages.ts";
import type { Route } from "#shared/route.ts";
import { Failure, fail } from "./failure.ts";

type RequestFailure = Failure<"invalid_request" | "not_json" | "forbidden">;

interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly cookies: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  readonly raw: { readonly body: string; readonly headers: APIGatewayProxyEventV2["headers"] };
  readonly sourceIp: string;
}

const JSON_TYPE = /^application\/json\b/i;

/** Parses a call by its route's schemas; the first message per field counts. */
export function readRequest(
  route: Route,
  event: APIGatewayProxyEventV2,
  siteOrigin: string,
): ParsedRequest | RequestFailure {
  if (isForeign(route, event, siteOrigin)) return fail("forbidden");
  const sent = route.ignoresBody ? undefined : readBody(event);
  if (sent instanceof Failure) return sent;
  const parts = {
    params: event.pathParameters ?? {},
    query: event.queryStringParameters ?? {},
    body: sent === undefined ? {} : sent,
  };
  const parsed: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const result = route[part]?.safeParse(parts[part]);
    if (result && !result.success) return fail("invalid_request", { fields: toFieldErrors(result.error.issues) });
    parsed[part] = result?.data ?? {};
  }
  return {
    params: parsed.params,
    query: parsed.query,
    body: parsed.body,
    cookies: parseCookies(event),
    idempotencyKey: event.headers["idempotency-key"],
    raw: { body: decodeBody(event) ?? "", headers: event.headers },
    sourceIp: findViewerAddress(event.headers["x-forwarded-for"], event.requestContext.http.sourceIp),
  };
}

/** The session cookie is valid for /auth, so other sites' pages mustn't be able to send it there. */
const isForeign = (route: Route, { headers }: APIGatewayProxyEventV2, siteOrigin: string) =>
  route.method !== "GET" &&
  route.path.startsWith("/auth/") &&
  headers.origin !== undefined &&
  headers.origin !== siteOrigin;

const decodeBody = ({ body, isBase64Encoded }: APIGatewayProxyEventV2) =>
  body && isBase64Encoded ? Buffer.from(body, "base64").toString() : body;

/** Form posts of other sites can't have JSON's content type, so no other type is accepted. */
function readBody(event: APIGatewayProxyEventV2): unknown | Failure<"not_json"> {
  const { headers, requestContext } = event;
  const body = decodeBody(event);
  const type = headers["content-type"];
  if (requestContext.http.method === "GET" || (!body && !type)) return undefined;
  if (!type || !JSON_TYPE.test(type)) return fail("not_json");
  try {
    return body ? JSON.parse(body, toWellFormed) : undefined;
  } catch {
    return fail("not_json");
  }
}

/** Replaces lone surrogates, which JSON allows but UTF-8 can't encode: they could be neither stored nor signed. */
const toWellFormed = (_name: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/**
 * The viewer's IP address rather than the CDN's: CloudFront appends the viewer to the list of hops, API Gateway appends
 * CloudFront. Direct callers could forge it, so deployed functions refuse them.
 */
export function findViewerAddress(forwardedFor: string | undefined, caller: string) {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-2) || caller;
}

/** By the field's own name at any depth, as forms know it. */
function toFieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = path.findLast((part) => typeof part === "string");
    if (name === undefined) fields.body ??= MESSAGES.invalid;
    else fields[String(name)] ??= message;
  }
  return fields;
}

function parseCookies({ cookies = [] }: APIGatewayProxyEventV2): Record<string, string> {
  return Object.fromEntries(
    cookies.map((cookie) => {
      const split = cookie.indexOf("=");
      return [cookie.slice(0, split).trim(), cookie.slice(split + 1)];
    }),
  );
}

/** Hash that identifies a repeated call by `Idempotency-Key` and body; `undefined` without a key. */
export const buildRequestKey = (idempotencyKey: string | undefined, body: object) =>
  idempotencyKey === undefined
    ? undefined
    : createHash("sha256")
        .update(`${idempotencyKey}\n${JSON.stringify(body)}`)
        .digest("base64url");
