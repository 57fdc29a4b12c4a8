import { login, logout, refreshToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { LoginForm, SessionUser } from "#shared/model/account.ts";
import type { Route, RouteResult } from "#shared/route.ts";
import type { Changes } from "#web/api/changes.ts";
import { buildRequest, exchange, type Transport } from "#web/api/request.ts";
import { ApiError, applyBody, applyFailure, type Effects } from "#web/api/response.ts";
import { createRefreshLimit } from "./refresh-limit.ts";
import {
  authenticated,
  FAILED,
  SESSION_PATH,
  type SessionEvent,
  type SessionState,
  STARTING,
  sessionEventBetween,
  UNAUTHENTICATED,
} from "./session-state.ts";
import type { TabEvent, Tabs } from "./tabs.ts";

/** The session of one browser tab. The access token stays in a closure: no storage, no global. */
export interface BrowserSession {
  token(): string | null;
  /** Resolves once the first refresh has ended, immediately if nobody was signed in in this browser. */
  settled(): Promise<void>;
  /**
   * One refresh for all concurrent callers. Resolves to null after clearing a session that is over, and to the current
   * token if it is too soon for another.
   */
  refresh(): Promise<string | null>;
  /** Clears the session in every tab, because the server has ended it. */
  end(signOutReason?: string): void;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  state(): SessionState;
  /** Runs the first refresh, or repeats it after a failure. Never rejects. */
  start(): Promise<void>;
  /** Rethrows the call's error. */
  logIn(form: LoginForm): Promise<void>;
  /** Starts a session from a log-in without a password form, in every tab. */
  begin(answer: { readonly accessToken: string; readonly user: SessionUser }): void;
  /** Ends the session in every tab and stays on the page; rethrows the call's error. */
  logOut(): Promise<void>;
  /** Replaces the session by the one that the API started, e.g. after a new password. */
  replaceSession(answer: { readonly accessToken: string; readonly user: SessionUser }): void;
  /** Applies a change of the user that was just saved. */
  updateUser(change: Partial<SessionUser>): void;
}

interface SessionDependencies {
  readonly transport: Transport;
  readonly effects: Effects;
  readonly tabs: Tabs;
  /** Applied to the user in the response of a refresh. */
  readonly changes: Changes;
  /** Called after each event. */
  readonly publish?: (event: SessionEvent) => void;
}

/** True if the server ended the session, as opposed to a failed call. */
const isOver = (error: unknown) => error instanceof ApiError && error.status === 401;

export function createSession({
  transport,
  effects,
  tabs,
  changes,
  publish = () => {},
}: SessionDependencies): BrowserSession {
  const limit = createRefreshLimit();
  const listeners = new Set<() => void>();
  let state = STARTING;
  /** The user as in the last response, without optimistic changes. */
  let serverUser: SessionUser | null = null;
  let token: string | null = null;
  let starting: Promise<void> | undefined;
  let refreshing: Promise<string | null> | undefined;
  /** Counts log-ins and log-outs: a refresh from an earlier generation is ignored. */
  let generation = 0;

  function setState(next: SessionState, nextToken = token) {
    const before = { userId: state.user?.id, token };
    state = next;
    token = nextToken;
    for (const listener of listeners) listener();
    const event = sessionEventBetween(before, { userId: state.user?.id, token });
    if (event) publish(event);
  }

  /** `started`: time of the call by the clock of `changes`. */
  function setSession(
    answer: { readonly accessToken: string | null; readonly user: SessionUser | null },
    started: number,
  ) {
    serverUser = answer.accessToken ? answer.user : null;
    if (serverUser && answer.accessToken) {
      changes.stamp(serverUser, started);
      setState(authenticated(changes.over(serverUser, SESSION_PATH)), answer.accessToken);
    } else setState(UNAUTHENTICATED, null);
    tabs.rememberSignedIn(state.status === "authenticated");
  }

  function clearSession(signOutReason: string | null = null) {
    generation += 1;
    serverUser = null;
    setState({ ...UNAUTHENTICATED, signOutReason }, null);
    changes.clear();
    tabs.rememberSignedIn(false);
  }

  changes.subscribe(() => {
    const user = serverUser && changes.over(serverUser, SESSION_PATH);
    if (user && user !== state.user) setState(authenticated(user));
  });

  const call = <R extends Route>(route: R, body: object = {}) =>
    exchange(transport, buildRequest(route, { body }), null) as Promise<RouteResult<R>>;

  async function firstRefresh() {
    const startGeneration = generation;
    const started = changes.now();
    try {
      const answer = await call(refreshToken);
      if (startGeneration === generation) setSession(answer, started);
    } catch (error) {
      if (startGeneration !== generation) return;
      if (isOver(error)) return clearSession();
      setState(FAILED, null);
      applyFailure(effects, error, MESSAGES.failedRefresh);
    }
  }

  async function refreshNow(): Promise<string | null> {
    if (token && !limit.allows()) return token;
    const startGeneration = generation;
    const started = changes.now();
    try {
      const answer = await call(refreshToken);
      if (startGeneration !== generation) return token;
      setSession(answer, started);
    } catch (error) {
      if (startGeneration !== generation) return token;
      if (error instanceof ApiError && error.status === 0) throw error;
      token = null;
      publish("tokenRefresh_failure");
    }
    if (!token) {
      clearSession(MESSAGES.unauthenticated);
      effects.go("/login", MESSAGES.unauthenticated);
    }
    return token;
  }

  function handleTabEvent(event: TabEvent) {
    if (event === "signed-out") clearSession();
    else if (state.status !== "authenticated") void start();
  }

  function start(): Promise<void> {
    if (!starting) tabs.subscribe(handleTabEvent);
    serverUser = null;
    setState(STARTING, null);
    starting = firstRefresh();
    return starting;
  }

  async function logIn(form: LoginForm) {
    try {
      const answer = await call(login, form);
      begin(answer);
      applyBody(effects, answer);
    } catch (error) {
      // The page asks for the second factor; this isn't a failure.
      const isHalfway = error instanceof ApiError && error.code === "second_factor_required";
      if (!isHalfway) applyFailure(effects, error, MESSAGES.failedLogin);
      throw error;
    }
  }

  function end(signOutReason?: string) {
    clearSession(signOutReason);
    tabs.publish("signed-out");
  }

  function replaceSession(answer: { readonly accessToken: string; readonly user: SessionUser }) {
    generation += 1;
    limit.reset();
    if (answer.user.id !== serverUser?.id) changes.clear();
    setSession(answer, changes.now());
  }

  function begin(answer: { readonly accessToken: string; readonly user: SessionUser }) {
    replaceSession(answer);
    tabs.publish("signed-in");
  }

  async function logOut() {
    try {
      await call(logout);
      end();
    } catch (error) {
      applyFailure(effects, error, MESSAGES.failedLogout);
      throw error;
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    token: () => token,
    settled: async () => {
      if (state.status === "starting" && tabs.wasSignedIn()) await starting;
    },
    refresh: () => {
      refreshing ??= refreshNow().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    start,
    logIn,
    begin,
    logOut,
    end,
    replaceSession,
    updateUser: (change) =>
      changes.done((user, path) => (path === SESSION_PATH ? { ...(user as SessionUser), ...change } : user)),
  };
}
