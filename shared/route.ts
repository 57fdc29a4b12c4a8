import type * as z from "zod/mini";
import type { AuditEvent } from "./audit.ts";
import type { FailureCode, IMPLIED_FAILURES } from "./failures.ts";
import type { FeatureSwitches } from "./features.ts";
import type { ACCOUNT_THROTTLES } from "./limits.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Callers that a route accepts.
 * `public`: anyone.
 * `user`: anyone signed in.
 * `self`: the user whom the path parameter `userId` names.
 */
export type Access = "public" | "user" | "self";

/** Effects that a stolen session must not have: calls with one of them ask for a proof of the owner. */
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
  | "deletion";

type Schema = z.ZodMiniType;

interface RouteDefinition {
  readonly method: Method;
  /** API Gateway's notation: `/api/artwork/{artworkId}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** A public route that answers a signed-in caller differently: a token that comes along is checked and gives the actor. */
  readonly optionalAuth?: true;
  /** Which effects a call of a signed-in caller has; it answers `proof_required` to a session that isn't proven. */
  readonly effects?: readonly Effect[];
  /** The call's event in the audit log; every route that writes has one. */
  readonly audit?: AuditEvent;
  /** Among which of the caller's calls it counts; past their bound it answers 429. */
  readonly throttled?: keyof typeof ACCOUNT_THROTTLES;
  /** The route exists only on stages where this is on. */
  readonly feature?: keyof FeatureSwitches;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Takes a body of any kind and reads none of it: its callers are programs that send what a standard tells them. */
  readonly ignoresBody?: true;
  /** A public answer that is the same for everyone: for how many seconds the edge answers with one copy. */
  readonly edgeCache?: { readonly fresh: number };
  /** Status of success. */
  readonly status: 200 | 201 | 204;
  /** Shape of the success body; what it doesn't name never leaves the function. Absent with 204. */
  readonly returns?: Schema;
  /** Media type of a success body that is a file, whose `returns` is its bytes; JSON where absent. */
  readonly produces?: "application/pdf";
  /** Failures beyond the implied ones. A handler can't answer with any other. */
  readonly fails?: readonly FailureCode[];
}

export type Route = RouteDefinition;

/** Declares a route. Handlers, stack, laptop, client, forms and tests are all derived from it. */
export function route<const R extends RouteDefinition>(definition: R): R {
  return definition;
}

/** API Gateway's route key, e.g. `GET /api/artwork/{artworkId}`. */
export const buildRouteKey = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;

type OutputOf<S> = S extends Schema ? z.output<S> : Record<never, never>;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** A handler's input: parsed, so of the schema's output type. */
export type ParamsOf<R extends Route> = OutputOf<R["params"]>;
export type QueryOf<R extends Route> = OutputOf<R["query"]>;
export type BodyOf<R extends Route> = OutputOf<R["body"]>;

/** A caller's input, before it is parsed. */
export type ParamsInputOf<R extends Route> = InputOf<R["params"]>;
export type QueryInputOf<R extends Route> = InputOf<R["query"]>;
export type BodyInputOf<R extends Route> = InputOf<R["body"]>;

/** Body of a successful call; `undefined` for 204. */
export type ResultOf<R extends Route> = R["returns"] extends Schema ? z.output<R["returns"]> : undefined;

/** Codes of a failed call. */
export type FailureOf<R extends Route> =
  | (typeof IMPLIED_FAILURES)[number]
  | (R["effects"] extends readonly Effect[] ? "proof_required" : never)
  | (R["fails"] extends readonly (infer F)[] ? F : never);
