import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { buildFailureBody, FAILURES, type FailureCode } from "#shared/failures.ts";
import { UserId } from "#shared/model/ids.ts";
import {
  type Effect,
  isRefusedWhileSuspended,
  type Route,
  type RouteBody,
  type RouteFailure,
  type RouteParams,
  type RouteQuery,
  type RouteResult,
} from "#shared/route.ts";
import { RETRY_AFTER } from "#shared/throttles.ts";
import { findProvenOwner } from "../../areas/second-factor/factor-proof.ts";
import type { User } from "../../areas/users/find-user.ts";
import { reportUnreadable } from "../table/unreadable.ts";
import { throttleAccount } from "../throttle/throttle.ts";
import { type Actor, authenticate } from "./actor.ts";
import { type AnsweredCall, type AuditNotes, auditCall } from "./audit-call.ts";
import type { BaseServices } from "./base-services.ts";
import { formatCacheControl } from "./cache-control.ts";
import { collectIds } from "./collect-ids.ts";
import { Failure, fail } from "./failure.ts";
import { authorizeOperator, type Operator } from "./operator.ts";
import { readRequest } from "./request.ts";

type RouteActor<R extends Route> = R["access"] extends "public"
  ? R["optionalAuth"] extends true
    ? Actor | undefined
    : undefined
  : R["access"] extends "operator"
    ? Operator
    : Actor;

/** A handler's parsed input. */
export interface Call<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  /** The caller; present on routes for signed-in callers. */
  readonly actor: RouteActor<R>;
  /** The caller's account after the proof of its owner; present on routes with effects. */
  readonly owner: R["effects"] extends readonly Effect[] ? User : undefined;
  readonly cookies: Readonly<Record<string, string>>;
  /** The `Idempotency-Key` header; a repeat returns the first result. */
  readonly idempotencyKey: string | undefined;
  /** The raw body and all headers, for signature checks. */
  readonly raw: { readonly body: string; readonly headers: Readonly<Record<string, string | undefined>> };
  /** The caller's IP address, for throttling only. */
  readonly sourceIp: string;
  /** Set by handlers with facts beyond actor, contract and answer. */
  readonly audited: AuditNotes;
}

/** A success that also sets cookies, each as a `Set-Cookie` value. */
export class WithCookies<T> {
  readonly body: T;
  readonly cookies: readonly string[];

  constructor(body: T, cookies: readonly string[]) {
    this.body = body;
    this.cookies = cookies;
  }
}

type Outcome<R extends Route> = RouteResult<R> | Failure<NoInfer<RouteFailure<R> & FailureCode>>;

type Answer<R extends Route> = Outcome<R> | WithCookies<Outcome<R>>;

export type Handler<S> = (
  event: APIGatewayProxyEventV2,
  services: S & BaseServices,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Creates a route's handler. Parses and authorizes the call, restricts `work` by type to the contract's failures, and strips
 * the answer to the contract's shape. Throws only for internal errors.
 */
export function handle<const R extends Route, S = unknown>(
  route: R,
  work: (call: Call<R>, services: S & BaseServices) => Promise<Answer<R>>,
): Handler<S> {
  return async (event, services) => {
    const audited: AuditNotes = {};
    const answerCall = async (): Promise<AnsweredCall> => {
      const actor = await authenticate(route, event, services);
      if (actor instanceof Failure) return toRefusedCall(actor);
      audited.who = actor?.userId;
      const operator = await findOperator(route, actor, services);
      if (operator instanceof Failure) return toRefusedCall(operator);
      if (route.access === "self" && isSomeoneElse(event, actor)) {
        audited.target = event.pathParameters?.userId;
        return toRefusedCall(fail("forbidden"));
      }
      const request = readRequest(route, event, services.siteOrigin);
      if (request instanceof Failure) return toRefusedCall(request);
      if (actor?.isSuspended && isRefusedWhileSuspended(route, request.body))
        return toRefusedCall(fail("account_suspended"));
      const throttled = await throttleCall(route, actor, services);
      if (throttled) return toRefusedCall(throttled);
      const owner = await findProvenOwner(route, actor, services);
      if (owner instanceof Failure) return toRefusedCall(owner);

      if (operator) audited.reason = findReason(request);
      const answer = await work(
        { ...request, actor: operator ?? actor, owner, audited } as unknown as Call<R>,
        services,
      );
      const { body, cookies } = answer instanceof WithCookies ? answer : { body: answer, cookies: [] };
      const failure = body instanceof Failure ? (body as Failure) : undefined;
      const result = failure ? refuse(failure) : succeed(route, body);
      return {
        result: cookies.length > 0 ? { ...result, cookies: [...cookies] } : result,
        failure: failure?.code,
        named: [request.params, body, request.body],
      };
    };
    return route.audit
      ? auditCall(route.audit, { call: event, audited, answerCall }, services)
      : (await answerCall()).result;
  };
}

const toRefusedCall = (failure: Failure): AnsweredCall => ({
  result: refuse(failure),
  failure: failure.code,
  named: [],
});

/** The operator who calls an operators' route; `undefined` for other routes. */
async function findOperator(route: Route, actor: Actor | undefined, { table }: BaseServices) {
  if (route.access !== "operator") return undefined;
  if (!actor || !table) throw new Error(`${route.path} needs a signed-in caller and the table`);
  return authorizeOperator(route, actor, table);
}

/** The reason of an operator's action, in the body, or of a look, in the query. */
function findReason({ body, query }: { readonly body: unknown; readonly query: unknown }) {
  const { reason } = { ...(query as object), ...(body as object) } as { reason?: string };
  return reason;
}

/** Authorization comes before validation; a malformed id is left to the route's schema. */
function isSomeoneElse({ pathParameters }: APIGatewayProxyEventV2, actor: Actor | undefined) {
  const named = UserId.safeParse(pathParameters?.userId);
  return named.success && named.data !== actor?.userId;
}

/** Counts a call of a throttled route; a refusal above the limit. */
function throttleCall({ throttled, path }: Route, actor: Actor | undefined, { table, now }: BaseServices) {
  if (!throttled) return undefined;
  if (!actor || !table) throw new Error(`${path} counts calls of accounts, so it needs a caller and the table`);
  return throttleAccount({ table, now }, throttled, actor.userId);
}

const headers = { "content-type": "application/json", "cache-control": "no-store" };

function succeed(route: Route, body: unknown): APIGatewayProxyStructuredResultV2 {
  if (!route.returns) return { statusCode: route.status, headers: { "cache-control": "no-store" } };
  if (route.produces) {
    const file = Buffer.from(route.returns.parse(body) as Uint8Array);
    const typed = { ...headers, "content-type": route.produces };
    return { statusCode: route.status, headers: typed, body: file.toString("base64"), isBase64Encoded: true };
  }
  const cached = route.edgeCache ? { ...headers, "cache-control": formatCacheControl(route.edgeCache) } : headers;
  return { statusCode: route.status, headers: cached, body: JSON.stringify(parseAnswer(route.returns, body)) };
}

/** The answer in the contract's shape. Invalid elements of a list are left out; anything else throws. */
function parseAnswer(schema: NonNullable<Route["returns"]>, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { issues, message } = parsed.error;
  const unreadable = new Set(
    issues.map(({ path }) => {
      const list = path.findIndex((step, at) => step === "items" && typeof path[at + 1] === "number");
      if (list < 0) throw parsed.error;
      const element = path.slice(0, list + 2);
      return element.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)[step], body);
    }),
  );
  for (const element of unreadable) reportUnreadable({ key: JSON.stringify(collectIds(element)), message });
  const dropUnreadable = (_name: string, value: unknown) =>
    Array.isArray(value) ? value.filter((element) => !unreadable.has(element)) : value;
  return schema.parse(JSON.parse(JSON.stringify(body, dropUnreadable)));
}

/** The response of a failure; status 429, and one whose end is known, have `Retry-After`. */
export function refuse({ code, fields, retryAfter }: Failure): APIGatewayProxyStructuredResultV2 {
  const { status } = FAILURES[code];
  const wait = String(retryAfter ?? RETRY_AFTER);
  return {
    statusCode: status,
    headers: status === 429 || retryAfter !== undefined ? { ...headers, "retry-after": wait } : headers,
    body: JSON.stringify(buildFailureBody(code, fields)),
  };
}
