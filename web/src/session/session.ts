import { login, logout, refreshToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { LoginForm, SessionUser } from "#shared/model/account.ts";
import type { ResultOf, Route } from "#shared/route.ts";
import type { Credentials } from "#web/api/caller.ts";
import type { Changes } from "#web/api/changes.ts";
import { applyBody, applyFailure, type Effects } from "#web/api/effects.ts";
import { ApiError } from "#web/api/error.ts";
import { requestOf } from "#web/api/request.ts";
import { exchange, type Transport } from "#web/api/transport.ts";
import { newsOf, type SessionNews } from "./news.ts";
import { createRefreshLimit } from "./refresh-limit.ts";
import { FAILED, SESSION, type SessionState, STARTING, signedIn, VISITOR } from "./state.ts";
import type { TabNews, Tabs } from "./tabs.ts";

/** The session of one browser tab. The access token stays in this closure: no storage, no global. */
export interface Session extends Credentials {
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  state(): SessionState;
  /** The first refresh, and another try after it failed. Never rejects. */
  start(): Promise<void>;
  /** Rethrows what the call failed with. */
  logIn(form: LoginForm): Promise<void>;
  /** Ends the session in every tab and stays on the page; rethrows. */
  logOut(): Promise<void>;
  /** Takes over the session that an answer brought in place of the present one, which it has ended. */
  adopt(answer: { readonly accessToken: string; readonly user: SessionUser }): void;
  /** Shows what a write has just changed of the user. */
  updateUser(change: Partial<SessionUser>): void;
}

interface SessionNeeds {
  readonly transport: Transport;
  readonly effects: Effects;
  readonly tabs: Tabs;
  /** Shown over the user that a refresh answers with. */
  readonly changes: Changes;
  /** Told of what happens, after it has. */
  readonly announce?: (news: SessionNews) => void;
}

/** The server said that the session is over, as opposed to not having been able to say anything. */
const isOver = (error: unknown) => error instanceof ApiError && error.status === 401;

export function createSession({ transport, effects, tabs, changes, announce = () => {} }: SessionNeeds): Session {
  const limit = createRefreshLimit();
  const listeners = new Set<() => void>();
  let state = STARTING;
  /** The user as the server gave them. */
  let answered: SessionUser | null = null;
  let token: string | null = null;
  let starting: Promise<void> | undefined;
  let refreshing: Promise<string | null> | undefined;
  /** Counts log-ins and log-outs, so that a refresh begun before one of them changes nothing after it. */
  let era = 0;

  function set(next: SessionState, nextToken = token) {
    const before = { userId: state.user?.id, token };
    state = next;
    token = nextToken;
    for (const listener of listeners) listener();
    const news = newsOf(before, { userId: state.user?.id, token });
    if (news) announce(news);
  }

  /** `begun`: when the call began whose answer this is. */
  function admit(answer: { readonly accessToken: string | null; readonly user: SessionUser | null }, begun: number) {
    answered = answer.accessToken ? answer.user : null;
    if (answered && answer.accessToken) {
      changes.stamp(answered, begun);
      set(signedIn(changes.over(answered, SESSION)), answer.accessToken);
    } else set(VISITOR, null);
    tabs.remember(state.status === "authenticated");
  }

  function dismiss(farewell: string | null = null) {
    era += 1;
    answered = null;
    set({ ...VISITOR, farewell }, null);
    changes.clear();
    tabs.remember(false);
  }

  changes.subscribe(() => {
    const user = answered && changes.over(answered, SESSION);
    if (user && user !== state.user) set(signedIn(user));
  });

  const call = <R extends Route>(route: R, body: object = {}) =>
    exchange(transport, requestOf(route, { body }), null) as Promise<ResultOf<R>>;

  async function firstRefresh() {
    const begunIn = era;
    const begun = changes.now();
    try {
      const answer = await call(refreshToken);
      if (begunIn === era) admit(answer, begun);
    } catch (error) {
      if (begunIn !== era) return;
      if (isOver(error)) return dismiss();
      set(FAILED, null);
      applyFailure(effects, error, MESSAGES.failedRefresh);
    }
  }

  async function renew(): Promise<string | null> {
    if (token && !limit.allows()) return token;
    const begunIn = era;
    const begun = changes.now();
    try {
      const answer = await call(refreshToken);
      if (begunIn !== era) return token;
      admit(answer, begun);
    } catch (error) {
      if (begunIn !== era) return token;
      if (error instanceof ApiError && error.status === 0) throw error;
      token = null;
      announce("tokenRefresh_failure");
    }
    if (!token) {
      dismiss(MESSAGES.unauthenticated);
      effects.go("/login", MESSAGES.unauthenticated);
    }
    return token;
  }

  function hear(news: TabNews) {
    if (news === "signed-out") dismiss();
    else if (state.status !== "authenticated") void start();
  }

  function start(): Promise<void> {
    if (!starting) tabs.listen(hear);
    answered = null;
    set(STARTING, null);
    starting = firstRefresh();
    return starting;
  }

  async function logIn(form: LoginForm) {
    try {
      const answer = await call(login, form);
      adopt(answer);
      tabs.tell("signed-in");
      applyBody(effects, answer);
    } catch (error) {
      applyFailure(effects, error, MESSAGES.failedLogin);
      throw error;
    }
  }

  function end(farewell?: string) {
    dismiss(farewell);
    tabs.tell("signed-out");
  }

  function adopt(answer: { readonly accessToken: string; readonly user: SessionUser }) {
    era += 1;
    limit.reset();
    if (answer.user.id !== answered?.id) changes.clear();
    admit(answer, changes.now());
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
      if (state.status === "starting" && tabs.remembered()) await starting;
    },
    refresh: () => {
      refreshing ??= renew().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    start,
    logIn,
    logOut,
    end,
    adopt,
    updateUser: (change) =>
      changes.done((user, path) => (path === SESSION ? { ...(user as SessionUser), ...change } : user)),
  };
}
