import { beforeAll, describe, expect, test } from "vitest";
import { processMailRequest } from "#lambdas/events/queues/answer-mail-requests.ts";
import { MailRefused } from "#lambdas/platform/mail/open-mail.ts";
import * as auth from "#shared/contract/auth.ts";
import { reportContent } from "#shared/contract/support.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { Crashed } from "#test/support/breaking.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const MINUTE = 60;
const NEW_PASSWORD = "another correct horse";

let api: Api;
let people: ReturnType<typeof createAccounts>;
let strangers = 0;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const toCookies = (setCookies: readonly string[]) => setCookies.map((cookie) => cookie.split(";")[0] ?? "");
const retryAfter = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => Number(headers["retry-after"]);

/** Logs in from a unique IP address unless one is given. */
const logIn = (
  userUsername: string,
  userPassword = PASSWORD,
  sent: { cookies?: readonly string[]; from?: string } = {},
) =>
  api.call(auth.login, {
    body: { userUsername, userPassword },
    from: `2001:db8:${(++strangers).toString(16)}::1`,
    ...sent,
  });

const guess = (userUsername: string) => logIn(userUsername, `guess ${strangers}`);

const sendGuesses = async (userUsername: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => guess(userUsername)))).map(({ status }) => status);

/** An account with a browser that logged in to it, and the cookies that this browser kept. */
async function withBrowser() {
  const account = await people.createVerifiedAccount();
  const reply = await logIn(account.userUsername);
  const self = { token: reply.body.accessToken, params: { userId: reply.body.user.id as string } };
  return { ...account, cookies: toCookies(reply.cookies), self };
}

const resetByMail = async (userEmail: string, userId: string, cookies: readonly string[] = []) => {
  await api.call(auth.forgotPassword, { body: { userEmail }, from: `2001:db8:${(++strangers).toString(16)}::1` });
  await api.processEvents();
  const params = { userId, resetToken: people.readMailedToken(userEmail) };
  const body = { userPassword: NEW_PASSWORD, userConfirm: NEW_PASSWORD };
  return api.call(auth.resetPassword, { params, body, cookies });
};

describe("strangers who try wrong passwords from many addresses", () => {
  test("for an hour never lock out the browser that logged in before", async () => {
    const { userUsername, cookies } = await withBrowser();
    const statuses = new Set<number>();
    for (let minute = 0; minute < 60; minute += 2) {
      for (const status of await sendGuesses(userUsername, 4)) statuses.add(status);
      const owner = await logIn(userUsername, PASSWORD, { cookies });
      expect([minute, owner.status]).toEqual([minute, 200]);
      api.travel(2 * MINUTE);
    }
    expect([...statuses].sort()).toEqual([401, 429]);
  });

  test("never lock it out either when it logs in after them", async () => {
    const { userUsername, cookies } = await withBrowser();
    for (let minute = 0; minute < 68; minute += 4) {
      await sendGuesses(userUsername, 4);
      api.travel(4 * MINUTE);
    }
    // Sequential, because the provider locks a user for moments after failed attempts.
    for (let nth = 0; nth < 4; nth++) await guess(userUsername);
    expect((await logIn(userUsername, PASSWORD, { cookies })).status).toBe(200);
  });

  test("never trigger the provider's own lock-out", async () => {
    const { userUsername, self } = await withBrowser();
    const { identity } = api.services;
    const answers = new Set<unknown>();
    const watched = new Proxy(identity, {
      get: (target, name) =>
        name === "logIn"
          ? async (...given: Parameters<typeof identity.logIn>) => {
              const answer = await identity.logIn(...given);
              answers.add(answer);
              return answer;
            }
          : Reflect.get(target, name).bind(target),
    });
    for (let nth = 0; nth < 40; nth++) {
      const body = { userUsername, userPassword: `guess ${nth}` };
      await api.call(auth.login, { body, from: `198.51.101.${nth}` }, { identity: watched });
    }
    expect([...answers]).toEqual(["wrong"]);
    expect(typeof (await identity.logIn(self.params.userId, PASSWORD))).toBe("object");
  });

  test("lock out an unknown browser, with a Retry-After after which it can log in", async () => {
    const { userUsername } = await withBrowser();
    await sendGuesses(userUsername, 10);
    const refused = await logIn(userUsername);
    expect([refused.status, refused.failure, refused.cookies]).toEqual([
      429,
      { message: MESSAGES.tooManyPasswords, code: "too_many_passwords", expose: true },
      [],
    ]);
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(retryAfter(refused)).toBeLessThanOrEqual(16 * MINUTE);
    api.travel(retryAfter(refused));
    expect((await logIn(userUsername)).status).toBe(200);
  });

  test("don't block the recovery by mail, after which the browser is known", async () => {
    const { userUsername, userEmail, self, cookies: former } = await withBrowser();
    await sendGuesses(userUsername, 10);
    const reset = await resetByMail(userEmail, self.params.userId);
    expect(reset.status).toBe(200);
    await sendGuesses(userUsername, 10);
    const cookies = toCookies(reset.cookies);
    expect((await logIn(userUsername, NEW_PASSWORD, { cookies })).status).toBe(200);
    // A reset removes all known browsers, so that an attacker's is no longer one.
    expect((await logIn(userUsername, NEW_PASSWORD, { cookies: former })).status).toBe(429);
  });

  test("don't prevent the signed-in owner from changing the password or e-mail, or closing the account", async () => {
    const { userUsername, self } = await withBrowser();
    await sendGuesses(userUsername, 10);
    const mail = { userCurrent: PASSWORD, userEmail: `moved.${userUsername}@ochre.test` };
    expect((await api.call(auth.changeEmail, { ...self, body: mail })).status).toBe(200);
    const change = { userCurrent: PASSWORD, userPassword: NEW_PASSWORD, userConfirm: NEW_PASSWORD };
    const changed = await api.call(auth.changePassword, { ...self, body: change });
    expect(changed.status).toBe(200);
    await sendGuesses(userUsername, 10);
    const closing = { params: self.params, token: changed.body.accessToken, body: { userPassword: NEW_PASSWORD } };
    expect((await api.call(auth.deactivateUser, closing)).status).toBe(200);
  });

  test("learn nothing of whether the account exists", async () => {
    const { userUsername, userEmail } = await withBrowser();
    const getShape = async (name: string) => {
      const replies = [];
      for (let nth = 0; nth < 6; nth++) replies.push(await guess(name));
      return replies.map(({ status, failure, cookies }) => [status, failure, cookies]);
    };
    for (const [known, unknown] of [
      [userUsername, "nobody_of_that_name"],
      [userEmail, "nobody@of.that.name"],
    ] as const) {
      expect(await getShape(unknown)).toEqual(await getShape(known));
      api.travel(17 * MINUTE);
      expect(await getShape(unknown)).toEqual(await getShape(known));
      api.travel(17 * MINUTE);
      await logIn(known);
    }
  });

  test("get at most three concurrent guesses checked", async () => {
    const { userUsername } = await withBrowser();
    const statuses = await sendGuesses(userUsername, 50);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(47);
  });

  test("don't use up the owner's mail quota", async () => {
    const { userEmail, self } = await withBrowser();
    for (let minute = 0; minute < 60; minute++) {
      const from = `198.51.102.${minute}`;
      expect((await api.call(auth.forgotPassword, { body: { userEmail }, from })).status).toBe(200);
      api.travel(MINUTE);
    }
    expect((await resetByMail(userEmail, self.params.userId)).status).toBe(200);
  });

  test("a mail that couldn't be sent is retried, and one that was permanently refused isn't", async () => {
    const { userEmail } = await withBrowser();
    const before = people.mailsTo(userEmail).length;
    const request = { requestId: api.services.newId(), kind: "forgot", email: userEmail } as const;
    const failing = (error: Error) => ({
      ...api.services,
      mail: { ...api.services.mail, send: () => Promise.reject(error) },
    });
    await expect(processMailRequest(failing(new Error("The provider is away")), request)).rejects.toThrow("away");
    await processMailRequest(failing(new MailRefused("no")), request);
    expect(people.mailsTo(userEmail)).toHaveLength(before);
    await processMailRequest(api.services, request);
    await processMailRequest(api.services, request);
    expect(people.mailsTo(userEmail)).toHaveLength(before + 1);
  });

  test("a mail whose process crashed before sending is sent once by the next attempt", async () => {
    const { userEmail } = await withBrowser();
    const before = people.mailsTo(userEmail).length;
    const request = { requestId: api.services.newId(), kind: "forgot", email: userEmail } as const;
    const { table, mail } = api.services;
    let dead = false;
    const dying = {
      ...api.services,
      mail: {
        ...mail,
        send: () => {
          dead = true;
          return Promise.reject(new Crashed());
        },
      },
      table: { send: ((command) => (dead ? Promise.reject(new Crashed()) : table.send(command))) as typeof table.send },
    };
    await expect(processMailRequest(dying, request)).rejects.toThrow(Crashed);
    await processMailRequest(api.services, { ...request, requestId: api.services.newId() });
    expect(people.mailsTo(userEmail)).toHaveLength(before);
    await processMailRequest(api.services, request);
    expect(people.mailsTo(userEmail)).toHaveLength(before + 1);
    await processMailRequest(api.services, request);
    await processMailRequest(api.services, { ...request, requestId: api.services.newId() });
    expect(people.mailsTo(userEmail)).toHaveLength(before + 1);
  });

  test("don't prevent the owner of an e-mail from signing up with it", async () => {
    const { userUsername } = await people.createVerifiedAccount();
    const form = people.buildForm();
    for (let nth = 0; nth < 60; nth++) {
      const body = { ...form, userUsername };
      expect((await api.call(auth.signup, { body, from: `198.51.103.${nth}` })).status).toBe(409);
    }
    expect((await api.call(auth.signup, { body: form })).status).toBe(201);
  });

  test("don't prevent anyone from reporting with an e-mail", async () => {
    const report = (nth: number) =>
      api.call(reportContent, {
        body: { link: "/user/thief", reason: `Reason ${nth}`, email: "owner@ochre.test" },
        from: `198.51.104.${nth}`,
      });
    for (let nth = 0; nth < 30; nth++) expect((await report(nth)).status).toBe(201);
  });
});

describe("a known browser", () => {
  const findBrowser = (cookies: readonly string[]) => cookies.find((cookie) => cookie.startsWith("browser=")) ?? "";

  test("gets an HttpOnly cookie for its site and path only, which a log-in renews", async () => {
    const { userUsername, cookies } = await withBrowser();
    expect(findBrowser((await logIn(userUsername)).cookies)).toMatch(
      /^browser=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/auth; Max-Age=15552000$/,
    );
    api.travel(LIFETIMES.knownBrowser - MINUTE);
    const again = await logIn(userUsername, PASSWORD, { cookies });
    expect(toCookies(again.cookies)[1]).toBe(findBrowser(cookies));
    api.travel(2 * MINUTE);
    await sendGuesses(userUsername, 10);
    expect((await logIn(userUsername, PASSWORD, { cookies })).status).toBe(200);
    api.travel(LIFETIMES.knownBrowser + 1);
    await sendGuesses(userUsername, 10);
    expect((await logIn(userUsername, PASSWORD, { cookies })).status).toBe(429);
  });

  test("has a cookie with a __Secure- name over HTTPS", async () => {
    const { userUsername } = await people.createVerifiedAccount();
    const secure = { siteOrigin: "https://ochre.example" };
    const body = { userUsername, userPassword: PASSWORD };
    const { cookies } = await api.call(auth.login, { body }, secure);
    expect(cookies[1]).toMatch(/^__Secure-browser=[\w-]{32}; .*; Secure$/);
    await sendGuesses(userUsername, 10);
    const under = (name: string) => [`${name}=${/=([\w-]+)/.exec(cookies[1] ?? "")?.[1]}`];
    const from = "198.51.105.1";
    const plain = await api.call(auth.login, { body, from, cookies: under("browser") }, secure);
    const known = await api.call(auth.login, { body, from, cookies: under("__Secure-browser") }, secure);
    expect([plain.status, known.status]).toEqual([429, 200]);
  });

  test("is no session and no other account's: forged and foreign cookies are ignored", async () => {
    const { userUsername, self } = await withBrowser();
    const thief = await withBrowser();
    await sendGuesses(userUsername, 10);
    const worthless = [
      thief.cookies,
      ["browser="],
      [`browser=${"a".repeat(32)}`],
      [`browser=${"a.".repeat(5000)}`],
      ["browser=%00..__proto__"],
    ];
    for (const cookies of worthless) expect((await logIn(userUsername, PASSWORD, { cookies })).status).toBe(429);
    const refreshed = await api.call(auth.refreshToken, { cookies: [findBrowser(thief.cookies)] });
    expect(refreshed.body).toEqual({ accessToken: null, user: null });
    expect(
      (await api.call(auth.changePassword, { params: self.params, body: {}, cookies: thief.cookies })).status,
    ).toBe(401);
  });

  test("is known to several accounts, up to a maximum beyond which the earliest is dropped", async () => {
    const accounts = [];
    for (let nth = 0; nth <= LIMITS.browserCookie.accounts; nth++) accounts.push(await people.createVerifiedAccount());
    let cookies: readonly string[] = [];
    for (const { userUsername } of accounts) {
      cookies = toCookies((await logIn(userUsername, PASSWORD, { cookies })).cookies);
    }
    const statuses = [];
    for (const { userUsername } of accounts) {
      await sendGuesses(userUsername, 10);
      statuses.push((await logIn(userUsername, PASSWORD, { cookies })).status);
    }
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
  });

  test("stays known after a log-out", async () => {
    const { userUsername, cookies } = await withBrowser();
    const out = await api.call(auth.logout, { cookies });
    expect(out.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["jid"]);
    await sendGuesses(userUsername, 10);
    expect((await logIn(userUsername, PASSWORD, { cookies: [findBrowser(cookies)] })).status).toBe(200);
  });

  test("stays known after a change of password", async () => {
    const { userUsername, cookies, self } = await withBrowser();
    const body = { userCurrent: PASSWORD, userPassword: NEW_PASSWORD, userConfirm: NEW_PASSWORD };
    expect((await api.call(auth.changePassword, { ...self, body })).status).toBe(200);
    await sendGuesses(userUsername, 10);
    expect((await logIn(userUsername, NEW_PASSWORD, { cookies })).status).toBe(200);
  });

  test("has a limited number of guesses too, which no other browser shares and a correct password resets", async () => {
    const { userUsername, cookies } = await withBrowser();
    const other = toCookies((await logIn(userUsername)).cookies);
    const { count } = PASSWORD_ATTEMPTS.knownBrowser;
    const wrong = () => logIn(userUsername, "mistyped", { cookies });
    for (let nth = 1; nth < count - 1; nth++) expect((await wrong()).status).toBe(401);
    expect((await logIn(userUsername, PASSWORD, { cookies })).status).toBe(200);
    const statuses = (await Promise.all(Array.from({ length: 50 }, wrong))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(count);
    const refused = await logIn(userUsername, PASSWORD, { cookies });
    expect([refused.status, refused.failure.code]).toEqual([429, "too_many_passwords"]);
    api.travel(retryAfter(refused));
    expect((await logIn(userUsername, PASSWORD, { cookies: other })).status).toBe(200);
    expect((await logIn(userUsername, PASSWORD, { cookies })).status).toBe(200);
  });

  test("isn't locked out by others at its IP address", async () => {
    const { userUsername, cookies } = await withBrowser();
    const from = "198.51.106.1";
    await Promise.all(Array.from({ length: 70 }, (_, nth) => logIn(`someone_${nth}_else`, "wrong", { from })));
    expect((await logIn(userUsername, PASSWORD, { from })).status).toBe(429);
    expect((await logIn(userUsername, PASSWORD, { from, cookies })).status).toBe(200);
  });

  test("is one of ten at most, replacing the least recent one, and is forgotten when the account is closed", async () => {
    const { userUsername, userId, self } = await people.createSignedInAccount();
    const browsers: (readonly string[])[] = [];
    for (let nth = 0; nth <= LIMITS.knownBrowsers; nth++) {
      api.travel(1);
      browsers.push(toCookies((await logIn(userUsername)).cookies));
    }
    const stored = async () => {
      const items = JSON.parse(await scanTable()) as { pk?: { S: string }; sk?: { S: string } }[];
      return items.filter(({ pk, sk }) => pk?.S === `USER#${userId}` && sk?.S.startsWith("KNOWN_BROWSER#")).length;
    };
    expect(await stored()).toBe(LIMITS.knownBrowsers);
    await sendGuesses(userUsername, 10);
    const fates = await Promise.all(
      [browsers[0], browsers[1], browsers.at(-1)].map((cookies = []) => logIn(userUsername, PASSWORD, { cookies })),
    );
    expect(fates.map(({ status }) => status)).toEqual([429, 200, 200]);
    const secrets = browsers.flat().map((cookie) => cookie.split("=")[1] ?? "");
    const table = await scanTable();
    for (const secret of secrets) expect(table).not.toContain(secret);

    expect((await api.call(auth.deactivateUser, { ...self, body: { userPassword: PASSWORD } })).status).toBe(200);
    expect(await stored()).toBe(0);
  });
});
