import { Logger } from "@aws-lambda-powertools/logger";
import type { Context } from "aws-lambda";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { handlers } from "#lambdas/areas/auth/routes.ts";
import { serve } from "#lambdas/platform/runtime/serve.ts";
import { areas } from "#shared/contract/areas.ts";
import * as auth from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import type { Route } from "#shared/route.ts";
import { ADDRESS_THROTTLES, MAIL_SPACING, PASSWORD_ATTEMPTS, THROTTLES } from "#shared/throttles.ts";
import { createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { buildEvent, type Sent } from "#test/support/event.ts";
import { recordCalls } from "#test/support/recording-calls.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const routes: readonly (readonly [string, Route])[] = Object.entries(auth);
const writes = routes.filter(([, { method, path }]) => method !== "GET" && path.startsWith("/auth/"));

describe("another site's page", () => {
  test.each(writes)("can't call %s", async (_, route) => {
    const { jid } = await people.createSignedInAccount();
    const params = { userId: api.services.newId(), resetToken: "123456" };
    for (const origin of ["https://evil.example", "http://localhost:3001", "null"]) {
      const reply = await api.call(route, { ...withJid(jid), params, body: {}, headers: { origin } });
      expect([reply.status, reply.failure.message, reply.cookies]).toEqual([403, "Forbidden", []]);
    }
    expect((await api.call(auth.refreshToken, withJid(jid))).status).toBe(200);
  });

  test.each(writes)("can't post a form to %s", async (_, route) => {
    const { jid } = await people.createSignedInAccount();
    const params = { userId: api.services.newId(), resetToken: "123456" };
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]) {
      const headers = { "content-type": type };
      const reply = await api.call(route, { ...withJid(jid), params, body: '{"userEmail":"a@b.co"}', headers });
      expect([reply.status, reply.failure.code]).toEqual([400, "not_json"]);
    }
    expect((await api.call(auth.refreshToken, withJid(jid))).status).toBe(200);
  });

  test("isn't the site's own page, which can log in", async () => {
    const { userUsername } = await people.createVerifiedAccount();
    const headers = { origin: "http://localhost:3000" };
    const body = { userUsername, userPassword: PASSWORD };
    expect((await api.call(auth.login, { body, headers })).status).toBe(200);
  });
});

const NONSENSE: readonly unknown[] = [
  "null",
  "[]",
  '"text"',
  "12",
  "true",
  "{",
  "",
  "[1,2]",
  ...[null, 12, true, [], {}, "", "   ", "x".repeat(5000), "\u0000", "\ud800", "%00", "__proto__", "e-\n"].map(
    (value) =>
      Object.fromEntries(
        ["userName", "userUsername", "userEmail", "userPassword", "userConfirm", "userCurrent"].map((name) => [
          name,
          value,
        ]),
      ),
  ),
];

describe("malformed input", () => {
  const catalogue: readonly string[] = [...Object.values(MESSAGES), formatTooLong(LIMITS.fullName.max)];

  test.each(routes.filter(([, { body }]) => body))(
    "sent to %s is refused with a message of the catalogue",
    async (_, route) => {
      const { token, userId } = await people.createSignedInAccount();
      const params = { userId, resetToken: "123456" };
      for (const body of NONSENSE) {
        const headers = { "content-type": "application/json" };
        const reply = await api.call(route, { token, params, body, headers, from: "198.51.100.7" });
        // A password of blanks is well-formed but wrong, until attempts are throttled.
        const expected = [400, 401, 422, 429];
        expect([JSON.stringify(body), reply.status]).toEqual([JSON.stringify(body), expect.toBeOneOf(expected)]);
        expect(catalogue).toEqual(expect.arrayContaining([reply.failure.message]));
        expect(catalogue).toEqual(expect.arrayContaining(Object.values(reply.failure.fields ?? {})));
      }
    },
  );

  test("in a path answers 404", async () => {
    for (const username of ["x".repeat(5000), "%00", "a b", "NAME#x", "İstanbul", "../..", "{}"]) {
      const { status } = await api.call(areas.users.readUser, { params: { username } });
      expect([username, status]).toEqual([username, 404]);
    }
  });

  test("for a login answers 401", async () => {
    for (const userUsername of ["x".repeat(320), "@", "a@b", "'; drop table users", "\ud800@x", "🔑".repeat(160)]) {
      const { status } = await api.call(auth.login, { body: { userUsername, userPassword: PASSWORD } });
      expect([userUsername, status]).toEqual([userUsername, 401]);
    }
  });

  test("of invisible characters for a login is refused like an empty one", async () => {
    const { status, failure } = await api.call(auth.login, {
      body: { userUsername: "\u0000", userPassword: PASSWORD },
    });
    expect([status, failure.fields]).toEqual([400, { userUsername: MESSAGES.required }]);
  });
});

describe("repeated attempts", () => {
  const times = async (count: number, call: () => Promise<{ status: number }>) => {
    const statuses = new Set<number>();
    for (let nth = 0; nth < count; nth++) statuses.add((await call()).status);
    return [...statuses];
  };
  const retryAfter = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => Number(headers["retry-after"]);

  test("to guess a password are throttled, also for an email change, until a quiet period has passed", async () => {
    const { userUsername, userEmail } = await people.createSignedInAccount();
    const guess = (name: string, userPassword = "wrong password") =>
      api.call(auth.login, { body: { userUsername: name, userPassword }, from: "198.51.100.1" });
    const { count, quiet } = PASSWORD_ATTEMPTS.unknownBrowsers;
    await Promise.all(Array.from({ length: count }, (_, nth) => guess(nth % 2 ? userUsername : userEmail)));
    const refused = await guess(userUsername, PASSWORD);
    expect([refused.status, refused.failure]).toEqual([
      429,
      { message: MESSAGES.tooManyPasswords, code: "too_many_passwords", expose: true },
    ]);
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(retryAfter(refused)).toBeLessThanOrEqual(quiet);

    const body = { userUsername, userPassword: PASSWORD, userEmail: "other@ochre.test" };
    expect((await api.call(auth.updateEmail, { body })).status).toBe(429);

    api.travel(retryAfter(refused));
    expect((await guess(userUsername, PASSWORD)).status).toBe(200);
  });

  test("to guess the current password are throttled for signed-in users too, in a separate counter", async () => {
    const { userUsername, self } = await people.createSignedInAccount();
    const change = (userCurrent: string) =>
      api.call(auth.changePassword, {
        ...self,
        body: { userCurrent, userPassword: "another password", userConfirm: "another password" },
      });
    expect(await times(PASSWORD_ATTEMPTS.signedIn.count, () => change("wrong password"))).toEqual([422]);
    const refused = await change(PASSWORD);
    expect([refused.status, refused.failure.code]).toEqual([429, "too_many_requests"]);
    expect((await api.call(auth.deactivateUser, { ...self, body: { userPassword: PASSWORD } })).status).toBe(429);
    api.travel(retryAfter(refused));
    expect((await api.call(auth.login, { body: { userUsername, userPassword: PASSWORD } })).status).toBe(200);
    expect((await api.call(auth.deactivateUser, { ...self, body: { userPassword: PASSWORD } })).status).toBe(200);
  });

  test("with the right password are never throttled", async () => {
    const { userUsername } = await people.createVerifiedAccount();
    const body = { userUsername, userPassword: PASSWORD };
    const logIn = () => api.call(auth.login, { body });
    expect(await times(4 * PASSWORD_ATTEMPTS.unknownBrowsers.count, logIn)).toEqual([200]);
  });

  test.each([
    ["resendToken", "resend"],
    ["forgotPassword", "forgot"],
  ] as const)("to request mail by %s send one per interval, with the same response", async (name, what) => {
    const { userEmail } =
      what === "resend" ? await people.createUnverifiedAccount() : await people.createVerifiedAccount();
    const before = people.mailsTo(userEmail).length;
    const ask = (email: string) =>
      api.call(areas.auth[name], { body: { userEmail: email }, from: `198.51.100.${10 + nth++}` });
    let nth = 0;
    for (const email of [userEmail, `nobody.${what}@ochre.test`]) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => ask(email)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(replies.map(({ body }) => body.message)).size).toBe(1);
    }
    await api.processEvents();
    expect(people.mailsTo(userEmail)).toHaveLength(before + 1);
    api.travel(MAIL_SPACING[what]);
    await ask(userEmail.toUpperCase());
    await ask(userEmail);
    await api.processEvents();
    expect(people.mailsTo(userEmail)).toHaveLength(before + 2);
  });

  test.each(["resendToken", "forgotPassword"] as const)(
    "to request mail by %s make the same calls for a known and an unknown address",
    async (name) => {
      const [known, waiting] = [await people.createVerifiedAccount(), await people.createUnverifiedAccount()];
      const callsFor = async (userEmail: string) => {
        const { calls, instead } = recordCalls(api);
        await api.call(areas.auth[name], { body: { userEmail }, from: "198.51.100.30" }, instead);
        return calls;
      };
      const unknown = await callsFor(`nobody.at.${name}@ochre.test`);
      expect(unknown.length).toBeGreaterThan(1);
      expect([await callsFor(known.userEmail), await callsFor(waiting.userEmail)]).toEqual([unknown, unknown]);
    },
  );

  test("to change an account's email address are throttled", async () => {
    const { userUsername } = await people.createVerifiedAccount();
    let nth = 0;
    const move = () =>
      api.call(auth.updateEmail, {
        body: { userUsername, userPassword: PASSWORD, userEmail: `moving${nth++}@ochre.test` },
        from: "198.51.100.4",
      });
    expect(await times(THROTTLES.emailChange.account.count, move)).toEqual([200]);
    expect((await move()).status).toBe(429);
  });

  test.each([
    ["signup", "signup", 409],
    ["login", "password", 401],
    ["resendToken", "resend", 200],
    ["forgotPassword", "forgot", 200],
  ] as const)("of %s are throttled per IP address", async (name, what, usual) => {
    const { userUsername } = await people.createVerifiedAccount();
    let nth = 0;
    const ask = (from: string) => {
      const userEmail = `${what}.${nth++}@ochre.test`;
      const body = {
        login: { userUsername: userEmail, userPassword: PASSWORD },
        signup: people.buildForm({ userUsername }),
      };
      return api.call(areas.auth[name], { body: { userEmail, ...body[name as keyof typeof body] }, from });
    };
    const { count, seconds } = ADDRESS_THROTTLES[what];
    api.startWindow(seconds);
    const replies = await Promise.all(Array.from({ length: count }, () => ask("203.0.113.9")));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([usual]));
    expect((await ask("203.0.113.9")).status).toBe(429);
    expect((await ask("203.0.113.10")).status).toBe(usual);
  });

  test("that succeed don't count for the IP address", async () => {
    const { userUsername } = await people.createVerifiedAccount();
    const from = "203.0.113.30";
    const logIn = async (name: string) =>
      (await api.call(auth.login, { body: { userUsername: name, userPassword: PASSWORD }, from })).status;
    const nobody = (nth: number) => logIn(`nobody.of.an.office${nth}`);
    await Promise.all(Array.from({ length: ADDRESS_THROTTLES.password.count - 1 }, (_, nth) => nobody(nth)));
    const right = [await logIn(userUsername), await logIn(userUsername), await logIn(userUsername)];
    expect([...right, await nobody(-1), await nobody(-2), await logIn(userUsername)]).toEqual([
      200, 200, 200, 401, 429, 429,
    ]);
  });

  test("from one IPv6 network count together", async () => {
    const ask = (from: string, nth: number) =>
      api.call(auth.forgotPassword, { body: { userEmail: `network${nth}@ochre.test` }, from });
    const { count, seconds } = ADDRESS_THROTTLES.forgot;
    api.startWindow(seconds);
    await Promise.all(Array.from({ length: count }, (_, nth) => ask(`2001:db8:1:2:${nth}::${nth}`, nth)));
    expect((await ask("2001:db8:1:2:ffff:ffff:ffff:ffff", count)).status).toBe(429);
    expect((await ask("2001:db8:1:3::1", count)).status).toBe(200);
  });

  test("count for the viewer's IP address, not the CDN's", async () => {
    const { count, seconds } = ADDRESS_THROTTLES.forgot;
    api.startWindow(seconds);
    const ask = (viewer: string, nth: number) => {
      const headers = { "x-forwarded-for": `192.0.2.99, ${viewer}, 130.176.0.1` };
      return api.call(auth.forgotPassword, {
        body: { userEmail: `viewer${nth}@ochre.test` },
        headers,
        from: "130.176.0.1",
      });
    };
    await Promise.all(Array.from({ length: count }, (_, nth) => ask("203.0.113.20", nth)));
    expect((await ask("203.0.113.20", count)).status).toBe(429);
    expect((await ask("203.0.113.21", count)).status).toBe(200);
  });
});

describe("secrets", () => {
  afterEach(() => vi.restoreAllMocks());

  test("such as passwords, tokens and codes aren't in the table", async () => {
    const account = await people.createSignedInAccount({ userPassword: "Sesame-open-4711" });
    await api.call(auth.forgotPassword, { body: { userEmail: account.userEmail } });
    await api.processEvents();
    const resetCode = people.readMailedToken(account.userEmail);
    const body = { userCurrent: "Sesame-open-4711", userEmail: "written@ochre.test" };
    await api.call(auth.changeEmail, { ...account.self, body });
    const wish = people.readMailedToken("written@ochre.test").split(".")[1] ?? "";
    const signupCode = account.tokenId.split(".")[1] ?? "";
    expect([resetCode, wish, signupCode].every((secret) => Buffer.from(secret, "base64url").length >= 16)).toBe(true);

    const stored = await scanTable();
    expect(stored).toContain("written@ochre.test");
    const secrets = ["Sesame-open-4711", account.token, account.jid, wish, resetCode, signupCode];
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  test("don't appear in the log of a failing call or in its response", async () => {
    const written: string[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const) {
      vi.spyOn(console, level).mockImplementation((...parts) => void written.push(parts.join(" ")));
    }
    const keep = (chunk: unknown) => written.push(String(chunk)) > 0;
    vi.spyOn(process.stdout, "write").mockImplementation(keep);
    vi.spyOn(process.stderr, "write").mockImplementation(keep);
    vi.stubEnv("POWERTOOLS_LOG_LEVEL", "DEBUG");
    const log = new Logger({ logLevel: "DEBUG" });
    const away = new Proxy({}, { get: () => () => Promise.reject(new Error("The provider is away")) });
    const handler = serve(auth, handlers, () => ({ ...api.services, log, identity: away as never }));
    const context = { functionName: "auth", memoryLimitInMB: "1024", invokedFunctionArn: "", awsRequestId: "" };

    const secret = "Sesame-open-4712";
    const sent: Sent = {
      params: { userId: api.services.newId(), resetToken: "471147", tokenId: `${api.services.newId()}.471147` },
      body: { ...people.buildForm({ userPassword: secret }), userCurrent: secret },
      cookies: ["jid=Sesame-cookie"],
      as: api.services.newId(),
      token: "Sesame-token",
    };
    const statuses: number[] = [];
    for (const [, route] of routes) {
      const { statusCode = 0, body = "" } = await handler(buildEvent(route, sent), context as Context);
      statuses.push(statusCode);
      if (statusCode === 500) expect(Object.keys(JSON.parse(body))).toEqual(["message", "code", "expose", "requestId"]);
      expect(body).not.toMatch(/away|Sesame/);
    }
    vi.restoreAllMocks();
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(4);
    const text = written.join("\n");
    expect(text).toContain("A handler threw");
    expect(written.filter((line) => line.includes('"FailedCalls":1') && line.includes('"service":"'))).not.toEqual([]);
    expect(text).not.toMatch(/Sesame|471147/);
    expect(text).not.toMatch(/[\w.-]+@[\w-]+\.\w/);
  });
});
