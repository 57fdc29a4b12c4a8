import type * as z from "zod/mini";
import type { AuditEvent } from "./audit.ts";
import type { FailureCode, IMPLIED_FAILURES } from "./failures.ts";
import type { FeatureSwitches } from "./features.ts";
import type { RequiredPermission } from "./model/operator.ts";
import type { ACCOUNT_THROTTLES } from "./throttles.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Callers that a route accepts. `public`: anyone. `user`: anyone signed in. `self`: the user in the path parameter `userId`.
 * `operator`: an operator with a second factor; everybody else gets what an unknown address answers.
 */
export type Access = "public" | "user" | "self" | "operator";

/** Effects that need proof of the owner, since a session may be stolen. */
export type Effect =
  | "address"
  | "password"
  | "factors"
  | "otherSessions"
  | "payouts"
  | "evidence"
  | "refund"
  | "export"
  | "closing"
  | "billing"
  | "savedCards"
  | "discountCodes"
  | "offers"
  | "deletion"
  | "operating";

type Schema = z.ZodMiniType;

/** True if the body publishes, sells or buys something, which a suspended account may not. */
type RefusesBody = (body: never) => boolean;

interface RouteDefinition {
  readonly method: Method;
  /** API Gateway's notation: `/api/artwork/{artworkId}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The operator's permissions that the route requires; without any it accepts every operator. */
  readonly permission?: RequiredPermission;
  /** A public route that answers signed-in callers differently: a token that is sent is verified and sets the actor. */
  readonly optionalAuth?: true;
  /** Effects of a signed-in call; without proof of the owner it answers `proof_required`. */
  readonly effects?: readonly Effect[];
  /** Calls of suspended accounts; every route that writes for signed-in callers declares it. */
  readonly whileSuspended?: "allowed" | "refused" | { readonly refusedIf: RefusesBody };
  /** The call's event in the audit log; every route that writes has one. */
  readonly audit?: AuditEvent;
  /** The rate limit that the caller's calls count towards; above it the answer is 429. */
  readonly throttled?: keyof typeof ACCOUNT_THROTTLES;
  /** The route exists only on stages with this feature. */
  readonly feature?: keyof FeatureSwitches;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Accepts and ignores any body, because a standard defines what callers send. */
  readonly ignoresBody?: true;
  /** A public answer that is the same for everyone; seconds that the edge caches it. */
  readonly edgeCache?: { readonly fresh: number };
  /** Status of success. */
  readonly status: 200 | 201 | 204;
  /** Shape of the success body; fields that aren't in it are removed. Absent with 204. */
  readonly returns?: Schema;
  /** Media type of a success body that is a file, returned as bytes; JSON by default. */
  readonly produces?: "application/pdf";
  /** Failures beyond the implied ones; a handler can return no others. */
  readonly fails?: readonly FailureCode[];
}

export type Route = RouteDefinition;

/** Declares a route, from which handlers, stack, laptop, client, forms and tests derive. */
export function route<const R extends RouteDefinition>(definition: R): R {
  return definition;
}

/** API Gateway's route key, e.g. `GET /api/artwork/{artworkId}`. */
export const buildRouteKey = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;

/**
 * True if API Gateway checks the access token. Of operators' routes the function does, since API Gateway's 401 would disclose
 * that the route exists.
 */
export const requiresToken = ({ access }: Pick<Route, "access">) => access === "user" || access === "self";

/** True if a suspended account may not make this call. */
export function isRefusedWhileSuspended({ whileSuspended }: Pick<Route, "whileSuspended">, body: unknown): boolean {
  if (typeof whileSuspended !== "object") return whileSuspended === "refused";
  return (whileSuspended.refusedIf as (body: unknown) => boolean)(body);
}

type SchemaOutput<S> = S extends Schema ? z.output<S> : Record<never, never>;
type SchemaInput<S> = S extends Schema ? z.input<S> : undefined;

/** Parsed input, as a handler gets it. */
export type RouteParams<R extends Route> = SchemaOutput<R["params"]>;
export type RouteQuery<R extends Route> = SchemaOutput<R["query"]>;
export type RouteBody<R extends Route> = SchemaOutput<R["body"]>;

/** Input before parsing, as a caller sends it. */
export type RouteParamsInput<R extends Route> = SchemaInput<R["params"]>;
export type RouteQueryInput<R extends Route> = SchemaInput<R["query"]>;
export type RouteBodyInput<R extends Route> = SchemaInput<R["body"]>;

/** Body of a successful call; `undefined` for 204. */
export type RouteResult<R extends Route> = R["returns"] extends Schema ? z.output<R["returns"]> : undefined;

/** Codes of a failed call. */
export type RouteFailure<R extends Route> =
  | (typeof IMPLIED_FAILURES)[number]
  | (R["access"] extends "operator" ? "second_factor_missing" : never)
  | (R["effects"] extends readonly Effect[] ? "proof_required" : never)
  | (R["whileSuspended"] extends "refused" | { readonly refusedIf: RefusesBody } ? "account_suspended" : never)
  | (R["fails"] extends readonly (infer F)[] ? F : never);
