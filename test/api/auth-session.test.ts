import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { EndedSessionEntity } from "#lambdas/areas/users/session.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { login, logout, refreshToken } from "#shared/contract/auth.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts, findJid, PASSWORD, withJid } from "#test/support/accounts.ts";
import { recordCalls } from "#test/support/recording-calls.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let accounts: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  accounts = createAccounts(api);
});

const logInAs = (userUsername: string, userPassword = PASSWORD) =>
  api.call(login, { body: { userUsername, userPassword } });
const refresh = (jid: string) => api.call(refreshToken, withJid(jid));
/** A login queries the known browsers twice and the favourites once. */
const LOGIN_QUERIES = 3;
const CLEARED = ["jid=; HttpOnly; SameSite=Strict; Path=/auth; Max-Age=0"];

describe("logging in", () => {
  test("accepts the username and the email address, in any case", async () => {
    const { userUsername, userEmail } = await accounts.createVerifiedAccount();
    for (const name of [userUsername, userUsername.toUpperCase(), userEmail, userEmail.toUpperCase()]) {
      const reply = await logInAs(name);
      expect([reply.status, reply.body.user.name]).toEqual([200, userUsername]);
    }
  });

  test("sets the refresh token as an HttpOnly, SameSite=Strict cookie for /auth, Secure over HTTPS", async () => {
    const { userUsername } = await accounts.createVerifiedAccount();
    const { cookies, body } = await logInAs(userUsername);
    expect(cookies[0]).toMatch(/^jid=[\w.-]+; HttpOnly; SameSite=Strict; Path=\/auth; Max-Age=2592000$/);
    expect(JSON.stringify(body)).not.toContain(findJid(cookies));
    const credentials = { userUsername, userPassword: PASSWORD };
    const secure = await api.call(login, { body: credentials }, { siteOrigin: "https://ochre.example" });
    expect(secure.cookies).toHaveLength(2);
    for (const cookie of secure.cookies) expect(cookie).toMatch(/; Secure$/);
  });

  test("takes three queries from a new and from a known browser", async () => {
    const { userUsername } = await accounts.createVerifiedAccount();
    const { calls, instead } = recordCalls(api);
    const body = { userUsername, userPassword: PASSWORD };
    const { cookies } = await api.call(login, { body }, instead);
    expect(calls.filter((call) => call.endsWith("QueryCommand"))).toHaveLength(LOGIN_QUERIES);
    calls.length = 0;
    const browser = cookies.map((cookie) => cookie.split(";")[0] ?? "");
    expect((await api.call(login, { body, cookies: browser }, instead)).status).toBe(200);
    expect(calls.filter((call) => call.endsWith("QueryCommand"))).toHaveLength(LOGIN_QUERIES);
  });

  test("answers alike for a wrong password and for an unknown username", async () => {
    const { userUsername, userEmail } = await accounts.createVerifiedAccount();
    const replies = await Promise.all(
      [userUsername, userEmail, "nobody_at_all", "nobody@ochre.test"].map((name) => logInAs(name, "wrong password")),
    );
    for (const { status, failure, cookies } of replies) {
      expect([status, cookies]).toEqual([401, []]);
      expect(failure).toEqual({ message: MESSAGES.wrongCredentials, code: "wrong_credentials", expose: true });
    }
  });

  test("locks out known and unknown usernames alike", async () => {
    const { userUsername } = await accounts.createVerifiedAccount();
    const listStatuses = async (name: string) => {
      const statuses: number[] = [];
      for (let nth = 0; nth < 7; nth++) statuses.push((await logInAs(name, "wrong password")).status);
      return statuses;
    };
    expect(await listStatuses(userUsername)).toEqual(await listStatuses("never_signed_up"));
  });
});

describe("logging in within the second in which all sessions were revoked", () => {
  test("gives a valid session", async () => {
    const { userId, self, userUsername } = await accounts.createSignedInAccount();
    const notBefore = Math.floor(Date.now() / 1000) + 1;
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, notBefore }));
    expect((await api.call(readSettings, self)).status).toBe(401);
    const { token, jid } = await accounts.logIn(userUsername);
    expect((await api.call(readSettings, { ...self, token })).status).toBe(200);
    expect((await refresh(jid)).status).toBe(200);
  });
});

describe("refreshing", () => {
  test("answers a visitor without a token or user", async () => {
    const reply = await api.call(refreshToken);
    expect([reply.status, reply.body, reply.cookies]).toEqual([200, { accessToken: null, user: null }, []]);
  });

  test("exchanges the cookie for an access token and rotates it; the old one is refused after the grace period", async () => {
    const { jid, user, userId } = await accounts.createSignedInAccount();
    const first = await refresh(jid);
    expect([first.status, first.body.user]).toEqual([200, user]);
    const next = findJid(first.cookies);
    expect(next).not.toBe(jid);
    const token = first.body.accessToken ?? "";
    expect((await api.call(readSettings, { token, params: { userId } })).status).toBe(200);

    expect((await refresh(jid)).status).toBe(200);
    api.travel(LIFETIMES.refreshGrace + 1);
    const again = await refresh(jid);
    expect([again.status, again.failure.code, again.cookies]).toEqual([401, "session_expired", CLEARED]);
  });

  test("whose response was lost works again, and either cookie stays valid", async () => {
    const { jid } = await accounts.createSignedInAccount();
    const lost = findJid((await refresh(jid)).cookies);
    api.travel(LIFETIMES.refreshGrace - 5);
    const second = await refresh(jid);
    expect(second.status).toBe(200);
    api.travel(LIFETIMES.refreshGrace + 1);
    expect((await refresh(findJid(second.cookies))).status).toBe(200);
    expect((await refresh(lost)).status).toBe(200);
  });

  test("whose response was lost longer ago works again until the next cookie is used", async () => {
    const [lost, used, late] = [
      await accounts.createSignedInAccount(),
      await accounts.createSignedInAccount(),
      await accounts.createSignedInAccount(),
    ];
    for (const { jid } of [lost, late]) await refresh(jid);
    const next = findJid((await refresh(used.jid)).cookies);
    api.travel(LIFETIMES.refreshGrace + 1);
    const again = await refresh(lost.jid);
    expect(again.status).toBe(200);
    expect((await refresh(findJid(again.cookies))).status).toBe(200);

    expect((await refresh(next)).status).toBe(200);
    expect((await refresh(used.jid)).status).toBe(401);
    expect((await api.call(readSettings, used.self)).status).toBe(401);

    expect((await refresh(lost.jid)).status).toBe(401);
    expect((await api.call(readSettings, lost.self)).status).toBe(401);
    api.travel(LIFETIMES.refreshRetry);
    expect((await refresh(late.jid)).status).toBe(401);
  });

  test("whose write to the table failed works again", async () => {
    const { jid } = await accounts.createSignedInAccount();
    const { table } = api.services;
    const send = async (command: Parameters<typeof table.send>[0]) => {
      if (command.constructor.name === "PutItemCommand") throw new Error("The table hangs");
      return table.send(command);
    };
    await expect(api.call(refreshToken, withJid(jid), { table: { send } })).rejects.toThrow("hangs");
    api.travel(LIFETIMES.refreshGrace + 10);
    expect((await refresh(jid)).status).toBe(200);
  });

  test.each([
    ["a refresh", refreshToken],
    ["a log-out", logout],
  ] as const)("with an already rotated token ends the session: %s", async (_, route) => {
    const account = await accounts.createSignedInAccount();
    const other = await accounts.logIn(account.userUsername);
    const { cookies, body } = await refresh(account.jid);
    api.travel(LIFETIMES.refreshRetry + 1);
    await api.call(route, withJid(account.jid));
    expect((await refresh(findJid(cookies))).status).toBe(401);
    expect((await api.call(readSettings, { ...account.self, token: body.accessToken ?? "" })).status).toBe(401);
    expect((await refresh(other.jid)).status).toBe(200);
  });

  test.each([
    ["nonsense", "garbage"],
    ["a malformed token", "aaaa.bbbb.cccc"],
    ["invalid characters", "%00%20\u00ff"],
    ["a value of 5,000 characters", "x".repeat(5000)],
  ])("with %s is refused and clears the cookie", async (_, jid) => {
    const reply = await refresh(jid);
    expect([reply.status, reply.cookies]).toEqual([401, CLEARED]);
  });

  test("and logging out answer 429 and keep the cookie while the identity provider throttles", async () => {
    const { jid } = await accounts.createSignedInAccount();
    const busy = { identity: { refresh: async () => "too_many", revoke: async () => "too_many" } };
    for (const route of [refreshToken, logout]) {
      const reply = await api.call(route, withJid(jid), busy);
      expect([reply.status, reply.failure.code, reply.cookies]).toEqual([429, "too_many_requests", []]);
    }
    expect((await refresh(jid)).status).toBe(200);
  });

  test("fails once the refresh token has expired", async () => {
    const { jid } = await accounts.createSignedInAccount();
    api.travel(LIFETIMES.refreshToken + 1);
    expect((await refresh(jid)).status).toBe(401);
  });
});

describe("logging out", () => {
  test("ends the session's access tokens at once, and no other session's", async () => {
    const account = await accounts.createSignedInAccount();
    const other = await accounts.logIn(account.userUsername);
    const refreshed = await refresh(account.jid);
    const readStatus = async (token: string | null) =>
      (await api.call(readSettings, { token: token ?? "", params: { userId: account.userId } })).status;
    expect((await api.call(logout, withJid(findJid(refreshed.cookies)))).status).toBe(204);
    const tokens = [account.token, refreshed.body.accessToken, other.token];
    expect(await Promise.all(tokens.map(readStatus))).toEqual([401, 401, 200]);
  });

  test("ends this session and clears the cookie; others continue", async () => {
    const { jid, userUsername } = await accounts.createSignedInAccount();
    const other = await accounts.logIn(userUsername);
    const rotated = findJid((await refresh(jid)).cookies);
    const reply = await api.call(logout, withJid(rotated));
    expect([reply.status, reply.body, reply.cookies]).toEqual([204, undefined, CLEARED]);
    expect((await refresh(rotated)).status).toBe(401);
    expect((await refresh(jid)).status).toBe(401);
    expect((await refresh(other.jid)).status).toBe(200);
  });

  test("ends the refresh tokens that other tabs got at the same time, until they expire", async () => {
    const { jid, token } = await accounts.createSignedInAccount();
    const [tab, other] = [findJid((await refresh(jid)).cookies), findJid((await refresh(jid)).cookies)];
    expect((await api.call(logout, withJid(tab))).status).toBe(204);
    const reply = await refresh(other);
    expect([reply.status, reply.failure.code, reply.cookies]).toEqual([401, "session_expired", CLEARED]);

    const sessionId = String(decodeJwt(token).origin_jti);
    const { Item } = await api.services.table.send(EndedSessionEntity.build(GetItemCommand).key({ sessionId }));
    expect(Item?.expires).toBeGreaterThan(api.services.now().getTime() / 1000 + LIFETIMES.refreshToken - 60);
  });

  test("revokes the refresh token that was issued to an ended session", async () => {
    const { jid } = await accounts.createSignedInAccount();
    const [tab, other] = [findJid((await refresh(jid)).cookies), findJid((await refresh(jid)).cookies)];
    await api.call(logout, withJid(tab));
    const { identity } = api.services;
    let issued = "";
    const watched = Object.assign(Object.create(identity), {
      refresh: async (current: string) => {
        const tokens = await identity.refresh(current);
        if (typeof tokens !== "string") issued = tokens.refreshToken;
        return tokens;
      },
      revoke: identity.revoke.bind(identity),
      disable: identity.disable.bind(identity),
    });
    expect((await api.call(refreshToken, withJid(other), { identity: watched })).status).toBe(401);
    expect(await identity.refresh(issued)).toBe("expired");
  });

  test("ends the session of the access token sent, also without a cookie or while the provider throttles", async () => {
    const busy = { identity: { refresh: async () => "too_many", revoke: async () => "too_many" } };
    for (const [cookie, instead, status] of [
      [false, {}, 204],
      [true, busy, 429],
    ] as const) {
      const { jid, token, self } = await accounts.createSignedInAccount();
      const reply = await api.call(logout, { ...(cookie ? withJid(jid) : {}), token }, instead);
      expect(reply.status).toBe(status);
      expect((await api.call(readSettings, self)).status).toBe(401);
      expect((await refresh(jid)).status).toBe(401);
    }
  });

  test("accepts an invalid access token, or one of an ended session", async () => {
    const { jid, token } = await accounts.createSignedInAccount();
    expect((await api.call(logout, { ...withJid(jid), token: "garbage" })).status).toBe(204);
    expect((await api.call(logout, { token })).status).toBe(204);
  });

  test.each([["nothing"], ["garbage"], ["aaaa.bbbb.cccc"]])("accepts %s as the cookie", async (jid) => {
    const reply = await api.call(logout, jid === "nothing" ? {} : withJid(jid));
    expect([reply.status, reply.cookies]).toEqual([204, CLEARED]);
  });
});
