import { MESSAGES } from "#shared/messages.ts";
import type { ResultOf, Route } from "#shared/route.ts";
import { applyBody, applyFailure, type Effects } from "./effects.ts";
import { ApiError } from "./error.ts";
import { type CallInput, type LooseInput, requestOf } from "./request.ts";
import { exchange, type Transport } from "./transport.ts";

/** What a call needs to know of the session. */
export interface Credentials {
  token(): string | null;
  /** Resolves once the first refresh is through, at once for someone who never logged in here. */
  settled(): Promise<void>;
  /**
   * One refresh however many ask; null when the session is over, after having cleared it. Answers with the token that
   * is held already when it is too soon for another.
   */
  refresh(): Promise<string | null>;
  /** Forgets who is signed in, in every tab: the server has ended the session, or knows of none. */
  end(farewell?: string): void;
}

export interface SendOptions {
  /** Body fields that are sent even when empty. */
  readonly keep?: readonly string[];
  /** What an error toast says when the failure itself has nothing to show. */
  readonly otherwise?: string;
  /** Sent along with a write that must not happen twice, however often it is tried. */
  readonly idempotencyKey?: string;
}

type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R>
    ? [input?: CallInput<R>, options?: SendOptions]
    : [input: CallInput<R>, options?: SendOptions];

/**
 * Calls a route of the contract.
 * Throws ApiError: its own status and code, or status 0 "Network Error" when no answer came.
 */
export type Send = <R extends Route>(route: R, ...args: Arguments<R>) => Promise<ResultOf<R>>;

interface CallerNeeds {
  readonly transport: Transport;
  readonly credentials: Credentials;
  readonly effects: Effects;
}

/** Account calls answer 401 about what was typed, never about the token. */
const usesToken = (route: Route) => !route.path.startsWith("/auth/");

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The 404 page says so itself. */
const isMissing = ({ method }: Route, error: unknown) =>
  method === "GET" && error instanceof ApiError && error.status === 404;

/** A call without its route's types, for code that works on any route. */
export type Call = (route: Route, input?: LooseInput, options?: SendOptions) => Promise<unknown>;

/** The rules of section 8 of the specification in one place: refresh and retry once, Forbidden, toasts, redirects. */
export function createCaller({ transport, credentials, effects }: CallerNeeds): Call {
  async function withToken(route: Route, attempt: (token: string | null) => Promise<unknown>): Promise<unknown> {
    if (!usesToken(route)) return attempt(null);
    await credentials.settled();
    const used = credentials.token();
    try {
      return await attempt(used);
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      const current = credentials.token();
      const fresh = current && current !== used ? current : await credentials.refresh();
      if (!fresh || fresh === used) throw error;
      return attempt(fresh);
    }
  }

  return async (route, input, { keep, otherwise, idempotencyKey } = {}) => {
    const request = { ...requestOf(route, input, keep), ...(idempotencyKey ? { idempotencyKey } : {}) };
    try {
      const body = await withToken(route, (token) => exchange(transport, request, token));
      applyBody(effects, body);
      return body;
    } catch (error) {
      if (error instanceof ApiError && error.message === MESSAGES.forbidden) {
        credentials.end();
        effects.go("/login");
      } else applyFailure(effects, error, isMissing(route, error) ? undefined : otherwise);
      throw error;
    }
  };
}
