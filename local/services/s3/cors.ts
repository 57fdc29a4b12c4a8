import type { ServerResponse } from "node:http";
import type { CorsRule } from "./buckets.ts";
import { S3Error } from "./errors.ts";
import { getHeader, type S3Request } from "./request.ts";

const VARY = "Origin, Access-Control-Request-Headers, Access-Control-Request-Method";

/** Sets the first matching rule's headers on the response to a cross-origin request. */
export function allowOrigin(request: S3Request, response: ServerResponse, rules: CorsRule[]): void {
  const origin = getHeader(request, "origin");
  if (!origin) return;
  const rule = rules.find((candidate) => permits(candidate, origin, request.method));
  if (rule) setHeaders(response, rule, origin);
}

/** Answers a preflight request; throws AccessForbidden when no rule permits it. */
export function answerPreflight(request: S3Request, response: ServerResponse, rules: CorsRule[]): void {
  const origin = getHeader(request, "origin");
  const method = getHeader(request, "access-control-request-method");
  if (!origin || !method)
    throw new S3Error("BadRequest", 400, "Insufficient information. Origin request header needed.");
  const asked = getHeader(request, "access-control-request-headers") ?? "";
  const headers = asked
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const rule = rules.find((candidate) => permits(candidate, origin, method) && permitsHeaders(candidate, headers));
  if (!rule) throw new S3Error("AccessForbidden", 403, "CORSResponse: This CORS request is not allowed.");
  setHeaders(response, rule, origin);
  if (headers.length > 0) response.setHeader("access-control-allow-headers", headers.join(", "));
  if (rule.MaxAge !== undefined) response.setHeader("access-control-max-age", String(rule.MaxAge));
  response.writeHead(200, { "content-length": 0 }).end();
}

function permits({ AllowedOrigins, AllowedMethods }: CorsRule, origin: string, method: string): boolean {
  return AllowedMethods.includes(method) && AllowedOrigins.some((pattern) => matches(pattern, origin));
}

function permitsHeaders({ AllowedHeaders = [] }: CorsRule, headers: string[]): boolean {
  return headers.every((name) => AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name)));
}

/** A pattern may contain one `*`. */
function matches(pattern: string, text: string): boolean {
  const [start = "", end] = pattern.split("*");
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

function setHeaders(response: ServerResponse, rule: CorsRule, origin: string): void {
  const isAnyone = rule.AllowedOrigins.includes("*");
  response.setHeader("access-control-allow-origin", isAnyone ? "*" : origin);
  response.setHeader("access-control-allow-methods", rule.AllowedMethods.join(", "));
  if (!isAnyone) response.setHeader("access-control-allow-credentials", "true");
  if (rule.ExposedHeaders) response.setHeader("access-control-expose-headers", rule.ExposedHeaders.join(", "));
  response.setHeader("vary", VARY);
}
