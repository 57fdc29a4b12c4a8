import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createBrowser, recordEffects } from "#test/web/support/effects.ts";
import { aUser, buildSession, failure, VISITOR } from "#test/web/support/fixtures.ts";
import { createHeldReply, fakeNetwork } from "#test/web/support/network.ts";
import { createChanges } from "#web/api/changes.ts";
import { createCall } from "#web/api/send.ts";
import { favoriteEffect, favoritesById } from "#web/features/favorites/use-favorite.ts";
import { createSession } from "#web/session/session.ts";
import { publishSessionEvent, subscribeToSession } from "#web/session/session-hub.ts";
import type { SessionEvent } from "#web/session/session-state.ts";

const REFRESH = "POST /auth/refresh_token";
const LOGIN = "POST /auth/login";
const LOGOUT = "POST /auth/logout";
const READ = "GET /api/users/ada.love";
const FORM = { userUsername: "ada.love", userPassword: "0123456789" };

function openTab(browser = createBrowser()) {
  const network = fakeNetwork();
  const { effects, log } = recordEffects();
  const events: SessionEvent[] = [];
  const publish = (event: SessionEvent) => events.push(event);
  const changes = createChanges();
  const session = createSession({ transport: network.transport, effects, tabs: browser.openTab(), changes, publish });
  const call = createCall({ transport: network.transport, credentials: session, effects });
  const read = () => call(readUser, { params: { username: "ada.love" } });
  return { network, log, events, changes, session, read };
}

async function signedInTab(browser = createBrowser()) {
  const tab = openTab(browser);
  tab.network.on(REFRESH, buildSession("first"));
  await tab.session.start();
  return tab;
}

/** A network whose valid token changes on demand, as if the old one had expired. */
function expireTokens(tab: Awaited<ReturnType<typeof signedInTab>>) {
  let good = "first";
  tab.network.on(READ, ({ token }) =>
    token === good ? { status: 200, body: { name: "ada.love" } } : failure("unauthenticated"),
  );
  return (next: string) => {
    good = next;
  };
}

describe("on startup", () => {
  test("a session cookie signs in without a toast", async () => {
    const { session, log } = await signedInTab();
    expect(session.state()).toMatchObject({ status: "authenticated", user: { name: "ada.love" } });
    expect(session.token()).toBe("first");
    expect(log).toEqual({ success: [], error: [], navigations: [], left: [] });
  });

  test("without a cookie the user is a visitor, without an error", async () => {
    const { network, session, log } = openTab();
    network.on(REFRESH, VISITOR);
    await session.start();
    expect(session.state().status).toBe("unauthenticated");
    expect(log).toEqual({ success: [], error: [], navigations: [], left: [] });
  });

  test("a revoked cookie makes the user a visitor, who stays on the page", async () => {
    const { network, session, log } = openTab();
    network.on(REFRESH, failure("session_expired"));
    await session.start();
    expect(session.state().status).toBe("unauthenticated");
    expect(log.navigations).toEqual([]);
  });

  test("a refresh that fails otherwise is an error state that a retry can leave", async () => {
    const { network, session, log } = openTab();
    network.on(REFRESH, failure("internal"));
    await session.start();
    expect(session.state().status).toBe("failed");
    expect(log.error).toEqual([MESSAGES.failedRefresh]);

    network.on(REFRESH, buildSession("second"));
    await session.start();
    expect(session.state().status).toBe("authenticated");
  });

  test("favourites arrive as a list and are kept as a map", async () => {
    const { network, session, changes } = openTab();
    network.on(REFRESH, buildSession("first", aUser({ favorites: [{ artworkId: "a" }, { artworkId: "b" }] })));
    await session.start();
    expect(favoritesById(session.state().user)).toEqual({ a: true, b: true });

    changes.add(favoriteEffect("c", true));
    changes.add(favoriteEffect("a", false));
    expect(favoritesById(session.state().user)).toEqual({ b: true, c: true });
  });

  test("a visitor's reads don't wait for the refresh; those in a browser with a previous session do", async () => {
    const visitor = openTab();
    const slow = createHeldReply(VISITOR);
    visitor.network.on(REFRESH, slow.answer);
    visitor.network.on(READ, { status: 200, body: {} });
    void visitor.session.start();
    await visitor.read();
    expect(visitor.network.to(READ)).toMatchObject([{ token: null }]);
    slow.release();

    const returning = openTab(createBrowser({ wasSignedIn: true }));
    const refresh = createHeldReply(buildSession("first"));
    returning.network.on(REFRESH, refresh.answer);
    returning.network.on(READ, { status: 200, body: {} });
    void returning.session.start();
    const reading = returning.read();
    refresh.release();
    await reading;
    expect(returning.network.to(READ)).toMatchObject([{ token: "first" }]);
  });
});

describe("when the access token has expired", () => {
  test("all failed calls share one refresh, and each is retried exactly once", async () => {
    const tab = await signedInTab();
    const becomes = expireTokens(tab);
    becomes("second");
    tab.network.on(REFRESH, buildSession("second"));

    const answers = await Promise.all(Array.from({ length: 8 }, tab.read));

    expect(answers).toHaveLength(8);
    expect(tab.network.to(REFRESH)).toHaveLength(2);
    expect(tab.network.to(READ).map(({ token }) => token)).toEqual([
      ...Array(8).fill("first"),
      ...Array(8).fill("second"),
    ]);
    expect(tab.log.navigations).toEqual([]);
  });

  test("a call that fails late uses the token that others have refreshed", async () => {
    const tab = await signedInTab();
    const late = createHeldReply(failure("unauthenticated"));
    tab.network.on(READ, ({ token }) => (token === "first" ? late.answer() : { status: 200, body: {} }));
    const reading = tab.read();
    tab.network.on(REFRESH, buildSession("second"));
    await tab.session.refresh();
    late.release();
    await reading;
    expect(tab.network.to(REFRESH)).toHaveLength(2);
    expect(tab.session.token()).toBe("second");
  });

  test("a second 401 rejects the call instead of refreshing again", async () => {
    const tab = await signedInTab();
    tab.network.on(READ, failure("unauthenticated"));
    tab.network.on(REFRESH, buildSession("second"));
    await expect(tab.read()).rejects.toMatchObject({ status: 401 });
    expect(tab.network.to(READ)).toHaveLength(2);
  });

  test.each([
    ["is refused", failure("session_expired")],
    ["breaks", failure("internal")],
    ["finds no cookie", VISITOR],
  ])("a refresh that %s clears the user and goes to /login, once", async (_, reply) => {
    const tab = await signedInTab();
    expireTokens(tab)("second");
    tab.network.on(REFRESH, reply);
    const outcomes = await Promise.allSettled([tab.read(), tab.read(), tab.read()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(tab.session.state()).toMatchObject({ status: "unauthenticated", user: null });
    expect(tab.session.token()).toBeNull();
    expect(tab.log.navigations).toEqual([["/login", MESSAGES.unauthenticated]]);
    expect(tab.network.to(READ)).toHaveLength(3);
  });

  test("a refresh without a response keeps the session until the network is back", async () => {
    const tab = await signedInTab();
    const becomes = expireTokens(tab);
    becomes("second");
    tab.network.cut(REFRESH);
    await expect(tab.read()).rejects.toMatchObject({ status: 0, message: "Network Error" });
    expect(tab.session.state().status).toBe("authenticated");

    tab.network.on(REFRESH, buildSession("second"));
    await expect(tab.read()).resolves.toEqual({ name: "ada.love" });
  });
});

describe("a token that is refused again and again", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Repeats a call every 400 ms for this time and ignores its failures. */
  async function askFor(milliseconds: number, ask: () => Promise<unknown>) {
    for (let passed = 0; passed < milliseconds; passed += 400) {
      await ask().catch(() => {});
      await vi.advanceTimersByTimeAsync(400);
    }
  }

  test.each([
    ["is as good as the one before", () => buildSession("first")],
    ["is a new one each time", (count: number) => buildSession(`token ${count}`)],
  ])("is refreshed a limited number of times an hour when the response %s", async (_, answer) => {
    const tab = await signedInTab();
    let count = 0;
    tab.network.on(READ, failure("unauthenticated"));
    tab.network.on(REFRESH, () => {
      count += 1;
      return answer(count);
    });
    await askFor(60 * 60_000, tab.read);
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThanOrEqual(25);
    expect(tab.session.state().status).toBe("authenticated");
  });

  test("isn't sent twice when it is too early for another refresh", async () => {
    const tab = await signedInTab();
    tab.network.on(READ, failure("unauthenticated"));
    tab.network.on(REFRESH, buildSession("second"));
    for (let time = 0; time < 3; time++) await tab.read().catch(() => {});
    const before = tab.network.to(READ).length;
    await expect(tab.read()).rejects.toMatchObject({ status: 401 });
    expect(tab.network.to(READ)).toHaveLength(before + 1);
  });

  test("doesn't delay the refresh of expired tokens, whatever the computer's clock says", async () => {
    const tab = await signedInTab();
    for (let time = 1; time <= 8; time++) {
      expireTokens(tab)(`token ${time}`);
      tab.network.on(REFRESH, buildSession(`token ${time}`));
      vi.setSystemTime(Date.now() - 60 * 60_000);
      await expect(tab.read()).resolves.toEqual({ name: "ada.love" });
      await vi.advanceTimersByTimeAsync(15 * 60_000);
    }
  });

  test("is refreshed at once after a new log-in", async () => {
    const tab = await signedInTab();
    tab.network.on(READ, failure("unauthenticated"));
    tab.network.on(REFRESH, buildSession("second"));
    for (let time = 0; time < 5; time++) await tab.read().catch(() => {});
    tab.network.on(LOGIN, buildSession("third"));
    await tab.session.logIn(FORM);
    const before = tab.network.to(REFRESH).length;
    await tab.read().catch(() => {});
    expect(tab.network.to(REFRESH)).toHaveLength(before + 1);
  });
});

describe("a refresh that is older than a write", () => {
  const older = buildSession("second", aUser({ favorites: [] }));

  test("keeps the favourite that was pressed, whether it answers before the write or after it", async () => {
    for (const isWriteFirst of [true, false]) {
      const tab = await signedInTab();
      const refresh = createHeldReply(older);
      tab.network.on(REFRESH, refresh.answer);
      const refreshing = tab.session.refresh();
      const change = tab.changes.add(favoriteEffect("a", true));
      if (isWriteFirst) change.confirm();
      refresh.release();
      await refreshing;
      expect(favoritesById(tab.session.state().user)).toEqual({ a: true });
      change.confirm();
      expect(favoritesById(tab.session.state().user)).toEqual({ a: true });
    }
  });

  test("is replaced by one that began after the write", async () => {
    const tab = await signedInTab();
    tab.changes.add(favoriteEffect("a", true)).confirm();
    tab.network.on(REFRESH, older);
    await tab.session.refresh();
    expect(favoritesById(tab.session.state().user)).toEqual({});
  });

  test("shows after a write that failed", async () => {
    const tab = await signedInTab();
    const change = tab.changes.add(favoriteEffect("a", true));
    tab.network.on(REFRESH, buildSession("second", aUser({ favorites: [{ artworkId: "b" }] })));
    await tab.session.refresh();
    expect(favoritesById(tab.session.state().user)).toEqual({ a: true, b: true });
    change.drop();
    expect(favoritesById(tab.session.state().user)).toEqual({ b: true });
  });

  test("keeps the name that was just saved", async () => {
    const tab = await signedInTab();
    const refresh = createHeldReply(buildSession("second", aUser({ fullName: "Ada Love" })));
    tab.network.on(REFRESH, refresh.answer);
    const refreshing = tab.session.refresh();
    tab.session.updateUser({ fullName: "Ada King" });
    refresh.release();
    await refreshing;
    expect(tab.session.state().user?.fullName).toBe("Ada King");
  });

  test("shows nothing of one user to the next", async () => {
    const tab = await signedInTab();
    const change = tab.changes.add(favoriteEffect("a", true));
    tab.session.end();
    tab.network.on(LOGIN, buildSession("second", aUser({ id: "0198f3a1-0000-7000-8000-000000000002" as never })));
    await tab.session.logIn(FORM);
    change.confirm();
    expect(favoritesById(tab.session.state().user)).toEqual({});
  });
});

describe("logging in", () => {
  test("signs in and keeps the user", async () => {
    const { network, session } = openTab();
    network.on(REFRESH, VISITOR);
    network.on(LOGIN, buildSession("first"));
    await session.start();
    await session.logIn(FORM);
    expect(session.state()).toMatchObject({ status: "authenticated", user: { email: "ada@example.org" } });
    expect(network.to(LOGIN)).toMatchObject([{ body: FORM, token: null }]);
  });

  test("with wrong credentials is a 401 that neither refreshes nor navigates", async () => {
    const { network, session, log } = openTab();
    network.on(REFRESH, VISITOR);
    network.on(LOGIN, failure("wrong_credentials"));
    await session.start();
    await expect(session.logIn(FORM)).rejects.toMatchObject({ code: "wrong_credentials" });
    expect(network.to(REFRESH)).toHaveLength(1);
    expect(log).toMatchObject({ error: [MESSAGES.wrongCredentials], navigations: [] });
  });

  test("that fails with a 500 shows the sentence for a failed log-in", async () => {
    const { network, session, log } = openTab();
    network.on(LOGIN, failure("internal"));
    await expect(session.logIn(FORM)).rejects.toMatchObject({ status: 500 });
    expect(log.error).toEqual([MESSAGES.failedLogin]);
  });
});

describe("logging out", () => {
  let browser: ReturnType<typeof createBrowser>;
  beforeEach(() => {
    browser = createBrowser();
  });

  test("clears everything and stays on the page", async () => {
    const tab = await signedInTab(browser);
    tab.network.on(LOGOUT, { status: 204 });
    await tab.session.logOut();
    expect(tab.session.state().user).toBeNull();
    expect(tab.session.token()).toBeNull();
    expect(tab.log.navigations).toEqual([]);
    expect(browser.wasSignedIn()).toBe(false);
  });

  test("ends the session in every tab of the browser with one call", async () => {
    const one = await signedInTab(browser);
    const other = await signedInTab(browser);
    one.network.on(LOGOUT, { status: 204 });
    await one.session.logOut();
    expect(other.session.state().status).toBe("unauthenticated");
    expect(other.session.token()).toBeNull();
    expect(other.network.to(LOGOUT)).toEqual([]);
  });

  test("is not undone by a refresh that was under way", async () => {
    const tab = await signedInTab(browser);
    const slow = createHeldReply(buildSession("second"));
    tab.network.on(REFRESH, slow.answer);
    tab.network.on(LOGOUT, { status: 204 });
    const refreshing = tab.session.refresh();
    await tab.session.logOut();
    slow.release();
    expect(await refreshing).toBeNull();
    expect(tab.session.state().status).toBe("unauthenticated");
  });

  test("that fails leaves the session as it was and shows a toast", async () => {
    const tab = await signedInTab(browser);
    tab.network.on(LOGOUT, failure("internal"));
    await expect(tab.session.logOut()).rejects.toMatchObject({ status: 500 });
    expect(tab.session.state().status).toBe("authenticated");
    expect(tab.log.error).toEqual([MESSAGES.failedLogout]);
  });

  test("signing in again in one tab signs the others in", async () => {
    const one = openTab(browser);
    const other = openTab(browser);
    for (const tab of [one, other]) {
      tab.network.on(REFRESH, VISITOR);
      await tab.session.start();
    }
    one.network.on(LOGIN, buildSession("first"));
    const refresh = createHeldReply(buildSession("second"));
    other.network.on(REFRESH, refresh.answer);
    await one.session.logIn(FORM);
    const signedIn = new Promise<void>((resolve) => {
      other.session.subscribe(() => other.session.state().status === "authenticated" && resolve());
    });
    refresh.release();
    await signedIn;
    expect(other.session.token()).toBe("second");
  });
});

describe("a session that the server has ended", () => {
  test("is cleared in every tab without a call, with its sign-out reason", async () => {
    const browser = createBrowser();
    const one = await signedInTab(browser);
    const other = await signedInTab(browser);
    one.session.end(MESSAGES.userDeactivated);
    expect(one.session.state()).toMatchObject({ user: null, signOutReason: MESSAGES.userDeactivated });
    expect(other.session.state()).toMatchObject({ user: null, signOutReason: null });
    expect([one.session.token(), other.session.token()]).toEqual([null, null]);
    expect(one.network.to(LOGOUT)).toEqual([]);
  });

  test("is cleared by a Forbidden response, which goes to /login", async () => {
    const tab = await signedInTab();
    tab.network.on(READ, failure("forbidden"));
    await expect(tab.read()).rejects.toMatchObject({ message: "Forbidden" });
    expect(tab.session.state().status).toBe("unauthenticated");
    expect(tab.log.navigations).toEqual([["/login"]]);
  });

  test("is replaced by the one of a response, whatever refresh was under way before", async () => {
    const tab = await signedInTab();
    const slow = createHeldReply(failure("session_expired"));
    tab.network.on(REFRESH, slow.answer);
    const refreshing = tab.session.refresh();
    tab.session.replaceSession({ accessToken: "second", user: aUser({ fullName: "Ada L." }) });
    slow.release();
    expect(await refreshing).toBe("second");
    expect(tab.session.state()).toMatchObject({ status: "authenticated", user: { fullName: "Ada L." } });
    expect(tab.log.navigations).toEqual([]);
  });
});

test("subscribers receive changes of the user until they unsubscribe", async () => {
  const { session } = await signedInTab();
  const seen: (string | undefined)[] = [];
  const stop = session.subscribe(() => seen.push(session.state().user?.fullName));
  session.updateUser({ fullName: "Ada L." });
  stop();
  session.updateUser({ fullName: "A. L." });
  expect(seen).toEqual(["Ada L."]);
});

describe("session events are published:", () => {
  test("signing in, a fresh token and logging out, once each, and nothing else", async () => {
    const tab = await signedInTab();
    tab.changes.add(favoriteEffect("a", true));
    tab.session.updateUser({ fullName: "Ada King" });
    expireTokens(tab)("second");
    tab.network.on(REFRESH, buildSession("second"));
    await tab.read();
    tab.network.on(LOGOUT, { status: 204 });
    await tab.session.logOut();
    expect(tab.events).toEqual(["signedIn", "tokenRefresh", "signedOut"]);
  });

  test("a refused refresh, and the sign-out that follows", async () => {
    const tab = await signedInTab();
    expireTokens(tab)("second");
    tab.network.on(REFRESH, failure("session_expired"));
    await expect(tab.read()).rejects.toThrow();
    expect(tab.events).toEqual(["signedIn", "tokenRefresh_failure", "signedOut"]);
  });

  test("none for a visitor", async () => {
    const { network, session, events } = openTab();
    network.on(REFRESH, VISITOR);
    await session.start();
    expect(events).toEqual([]);
  });

  test("the hub delivers them to subscribers until they unsubscribe", () => {
    const received: SessionEvent[] = [];
    const stop = subscribeToSession((event) => received.push(event));
    publishSessionEvent("signedIn");
    stop();
    publishSessionEvent("signedOut");
    expect(received).toEqual(["signedIn"]);
  });
});
