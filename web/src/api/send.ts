import { logout } from "#shared/contract/auth.ts";
import type { FailureCode } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Route, RouteResult } from "#shared/route.ts";
import { browserEffects, browserTransport, session } from "#web/session/browser-session.ts";
import { ownerProof, type ProofPrompt } from "#web/session/owner-proof.ts";
import type { BrowserSession } from "#web/session/session.ts";
import { buildRequest, type CallInput, exchange, fetchTransport, type LooseInput, type Transport } from "./request.ts";
import { ApiError, applyBody, applyFailure, type Effects } from "./response.ts";

export interface SendOptions {
  /** Body fields that are sent even when empty. */
  readonly keep?: readonly string[];
  /** Text of the error toast if the failure exposes no message. */
  readonly errorMessage?: string;
  /** Failures that the caller handles itself: no toast, and no request for a proof. */
  readonly inPlace?: readonly FailureCode[];
  /** Sent with a write that must not happen twice. */
  readonly idempotencyKey?: string;
}

type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R>
    ? [input?: CallInput<R>, options?: SendOptions]
    : [input: CallInput<R>, options?: SendOptions];

/**
 * Calls a route of the contract.
 * Throws ApiError: the response's status and code, or status 0 "Network Error" when no response came.
 */
export type Send = <R extends Route>(route: R, ...args: Arguments<R>) => Promise<RouteResult<R>>;

/** A call without its route's types, for code that works on any route. */
export type Call = (route: Route, input?: LooseInput, options?: SendOptions) => Promise<unknown>;

/** The part of the session that a call uses. */
export type Credentials = Pick<BrowserSession, "token" | "settled" | "refresh" | "end">;

interface CallDependencies {
  readonly transport: Transport;
  readonly credentials: Credentials;
  readonly effects: Effects;
  /** Asks the owner for a new proof of identity when the API requires one; without it such a call fails. */
  readonly proof?: Pick<ProofPrompt, "ask">;
}

/** A 401 of an account route refers to the form's credentials, not to the token. */
const usesToken = (route: Route) => !route.path.startsWith("/auth/");

const needsProof = (error: unknown) => error instanceof ApiError && error.code === "proof_required";

/** An operators' route answers an expired token as an unknown address does. */
const isUnauthenticated = ({ access }: Route, error: unknown) =>
  error instanceof ApiError && (error.status === 401 || (access === "operator" && error.code === "not_found"));

const isAmong = (codes: readonly string[], error: unknown) => error instanceof ApiError && codes.includes(error.code);

/** A read that answers 404 opens the 404 page, which needs no toast. */
const isMissing = ({ method }: Route, error: unknown) =>
  method === "GET" && error instanceof ApiError && error.status === 404;

/** An operators' route answers a caller whose permissions ended as if its address or item didn't exist. */
const isUnpermitted = ({ access, method }: Route, error: unknown) =>
  access === "operator" && method !== "GET" && isAmong(["forbidden", "not_found", "case_not_found"], error);

/** The text of a failure's toast, unless the failure exposes its own. */
function findErrorMessage(route: Route, error: unknown, errorMessage: string | undefined) {
  if (isMissing(route, error)) return undefined;
  return isUnpermitted(route, error) ? MESSAGES.operatorUnpermitted : errorMessage;
}

/** Retries once after a 401 with a fresh token, and once after a proof of the owner; ends the session on "Forbidden"; shows toasts and redirects. */
export function createCall({ transport, credentials, effects, proof }: CallDependencies): Call {
  async function withToken(route: Route, attempt: (token: string | null) => Promise<unknown>): Promise<unknown> {
    if (!usesToken(route)) return attempt(null);
    await credentials.settled();
    const used = credentials.token();
    try {
      return await attempt(used);
    } catch (error) {
      if (!isUnauthenticated(route, error)) throw error;
      const current = credentials.token();
      const fresh = current && current !== used ? current : await credentials.refresh();
      if (!fresh || fresh === used) throw error;
      return attempt(fresh);
    }
  }

  async function withProof(attempt: () => Promise<unknown>, inPlace: readonly FailureCode[]): Promise<unknown> {
    try {
      return await attempt();
    } catch (error) {
      if (!needsProof(error) || isAmong(inPlace, error) || !(await proof?.ask())) throw error;
      return attempt();
    }
  }

  return async (route, input, { keep, errorMessage, inPlace = [], idempotencyKey } = {}) => {
    const request = { ...buildRequest(route, input, keep), ...(idempotencyKey ? { idempotencyKey } : {}) };
    try {
      const body = await withProof(() => withToken(route, (token) => exchange(transport, request, token)), inPlace);
      applyBody(effects, body);
      return body;
    } catch (error) {
      // The session's user tells the pages about the suspension, or its end.
      if (isAmong(["account_suspended", "account_not_suspended"], error))
        void credentials.refresh().catch(() => undefined);
      // An operator without a permission stays logged in.
      if (error instanceof ApiError && error.message === MESSAGES.forbidden && route.access !== "operator") {
        credentials.end();
        // Deletes the cookie, which would restore the refused session; if the call fails, it expires by itself.
        void exchange(transport, buildRequest(logout), null).catch(() => undefined);
        effects.go("/login");
      } else if (!needsProof(error) && !isAmong(inPlace, error))
        applyFailure(effects, error, findErrorMessage(route, error, errorMessage));
      throw error;
    }
  };
}

/** Calls a route with this browser's session. */
export const call = createCall({
  transport: browserTransport,
  credentials: session,
  effects: browserEffects,
  proof: ownerProof,
});

/** `call`, typed by the route. */
export const send = call as Send;

/** Calls a route while the page is left, which it outlives; nobody sees the answer. */
export const sendOnLeave = (route: Route, input: LooseInput) =>
  void exchange(fetchTransport, buildRequest(route, input), session.token()).catch(() => undefined);
