import { login, logout, refreshToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { LoginForm, SessionUser } from "#shared/model/account.ts";
import type { ResultOf, Route } from "#shared/route.ts";
import type { Credentials } from "#web/api/caller.ts";
import { applyBody, applyFailure, type Effects } from "#web/api/effects.ts";
import { ApiError } from "#web/api/error.ts";
import { requestOf } from "#web/api/request.ts";
import { exchange, type Transport } from "#web/api/transport.ts";
import { newsOf, type SessionNews } from "./news.ts";
import { FAILED, type SessionState, STARTING, signedIn, VISITOR, withUser } from "./state.ts";
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
  updateUser(change: Partial<SessionUser>): void;
}

interface SessionNeeds {
  readonly transport: Transport;
  readonly effects: Effects;
  readonly tabs: Tabs;
  /** Told of what happens, after it has. */
  readonly announce?: (news: SessionNews) => void;
}

/** The server said that the session is over, as opposed to not having been able to say anything. */
const isOver = (error: unknown) => error instanceof ApiError && error.status === 401;

export function createSession({ transport, effects, tabs, announce = () => {} }: SessionNeeds): Session {
  const listeners = new Set<() => void>();
  let state = STARTING;
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

  function admit(answer: { readonly accessToken: string | null; readonly user: SessionUser | null }) {
    if (answer.user && answer.accessToken) set(signedIn(answer.user), answer.accessToken);
    else set(VISITOR, null);
    tabs.remember(state.status === "authenticated");
  }

  function dismiss(farewell: string | null = null) {
    era += 1;
    set({ ...VISITOR, farewell }, null);
    tabs.remember(false);
  }

  const call = <R extends Route>(route: R, body: object = {}) =>
    exchange(transport, requestOf(route, { body }), null) as Promise<ResultOf<R>>;

  async function firstRefresh() {
    const begun = era;
    try {
      const answer = await call(refreshToken);
      if (begun === era) admit(answer);
    } catch (error) {
      if (begun !== era) return;
      if (isOver(error)) return dismiss();
      set(FAILED, null);
      applyFailure(effects, error, MESSAGES.failedRefresh);
    }
  }

  async function renew(): Promise<string | null> {
    const begun = era;
    try {
      const answer = await call(refreshToken);
      if (begun !== era) return token;
      admit(answer);
    } catch (error) {
      if (begun !== era) return token;
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
    admit(answer);
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
    updateUser: (change) => set(withUser(state, change)),
  };
}
