import { TOTP } from "otpauth";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  changeEmail,
  changePassword,
  deactivateUser,
  forgotPassword,
  login,
  refreshToken,
  resetPassword,
  updateEmail,
  verifyToken,
} from "#shared/contract/auth.ts";
import { startOnboarding } from "#shared/contract/onboarding.ts";
import { refundOrder } from "#shared/contract/orders.ts";
import {
  beginTotp,
  completeLogin,
  confirmTotp,
  proveOwner,
  readFactors,
  readLoginFactors,
  readProofOptions,
  removeTotp,
  renewRecoveryCodes,
} from "#shared/contract/second-factor.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Route } from "#shared/route.ts";
import { ADDRESS_THROTTLES, PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { type Account, createAccounts, findJid, PASSWORD, withJid } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { sampledRoutes } from "#test/support/samples.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

/** The cookies that a browser keeps of a response, without cleared ones. */
const kept = (cookies: readonly string[]) =>
  cookies.map((cookie) => cookie.split(";")[0] ?? "").filter((cookie) => !cookie.endsWith("="));

const STEP = 30;

/** An authenticator app; `next` moves to the next time step, so that no code is used twice. */
function createApp(secret: string) {
  const totp = new TOTP({ secret });
  return {
    code: () => totp.generate({ timestamp: api.services.now().getTime() }),
    next: () => {
      api.travel(STEP);
      return totp.generate({ timestamp: api.services.now().getTime() });
    },
  };
}

const prove = ({ self }: Pick<Account, "self">) =>
  api.call(proveOwner, { ...self, body: { kind: "password", userPassword: PASSWORD } });

/** Adds an authenticator app to an account without a second factor. */
async function protect(account: Account) {
  await prove(account);
  const { secret, address } = (await api.call(beginTotp, account.self)).body;
  const app = createApp(secret);
  const confirmed = await api.call(confirmTotp, { ...account.self, body: { code: app.code() } });
  expect([confirmed.status, confirmed.body.message]).toEqual([200, MESSAGES.totpAdded]);
  return { ...account, app, secret, address, recoveryCodes: confirmed.body.recoveryCodes ?? [] };
}

const protectedAccount = async () => protect(await people.createSignedInAccount());

type Protected = Awaited<ReturnType<typeof protectedAccount>>;

const enterPassword = (
  { userUsername }: Pick<Account, "userUsername">,
  userPassword = PASSWORD,
  cookies: string[] = [],
) => api.call(login, { body: { userUsername, userPassword }, cookies });

/** Enters the password and returns the cookies for the second step. */
async function started(account: Pick<Account, "userUsername">, cookies: string[] = []) {
  const reply = await enterPassword(account, PASSWORD, cookies);
  expect([reply.status, reply.failure.code]).toEqual([403, "second_factor_required"]);
  return [...cookies, ...kept(reply.cookies)];
}

const complete = (cookies: readonly string[], body: object) => api.call(completeLogin, { cookies, body });
const totp = (code: string) => ({ kind: "totp", code });
const recovery = (code: string) => ({ kind: "recovery", code });

describe("an authenticator app", () => {
  test("is added after a proof by password and its first code, with ten recovery codes", async () => {
    const account = await people.createSignedInAccount();
    const unproven = await api.call(beginTotp, account.self);
    expect([unproven.status, unproven.failure.code]).toEqual([403, "proof_required"]);

    expect((await api.call(readProofOptions, account.self)).body).toEqual({
      totp: false,
      recovery: false,
      password: true,
      passkey: null,
    });
    const { address, recoveryCodes } = await protect(account);
    expect(address).toMatch(
      /^otpauth:\/\/totp\/Ochre:\w+\?issuer=Ochre&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    );
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){5}$/);
    const factors = (await api.call(readFactors, account.self)).body;
    expect(factors).toMatchObject({ passkeys: [], recoveryCodes: 10 });
    expect(factors.totpCreated).toMatch(/^\d{4}-/);
    expect(people.mailsTo(account.userEmail)[0]).toMatchObject({
      subject: "A second factor was added to your Ochre account",
      text: expect.stringContaining("An authenticator app was added"),
    });
  });

  test("that is an account's first ends every other session and a pending email change", async () => {
    const account = await people.createSignedInAccount();
    const other = await people.logIn(account.userUsername);
    const userEmail = `other.${account.userUsername}@ochre.test`;
    await api.call(changeEmail, { ...account.self, body: { userCurrent: PASSWORD, userEmail } });
    const { app } = await protect(account);
    const read = (token: string) => api.call(readSettings, { ...account.self, token });
    expect([(await read(other.token)).status, (await read(account.token)).status]).toEqual([401, 200]);
    const refresh = async ({ jid }: { jid: string }) => (await api.call(refreshToken, withJid(jid))).status;
    expect([await refresh(other), await refresh(account)]).toEqual([401, 200]);
    const tokenId = people.readMailedToken(userEmail);
    expect((await api.call(verifyToken, { params: { tokenId } })).status).toBe(410);

    // Later changes of factors don't end sessions with a second factor.
    const later = (await complete(await started(account), totp(app.next()))).body;
    await api.call(removeTotp, { ...account.self, token: later.accessToken });
    expect((await read(account.token)).status).toBe(200);
  });

  test("requires the right password, and a right code", async () => {
    const account = await people.createSignedInAccount();
    const wrong = await api.call(proveOwner, { ...account.self, body: { kind: "password", userPassword: "no" } });
    expect([wrong.status, wrong.failure.fields]).toEqual([422, { userPassword: MESSAGES.currentPasswordWrong }]);
    await prove(account);
    const { secret } = (await api.call(beginTotp, account.self)).body;
    const code = createApp(secret).code();
    const mistyped = String((Number(code) + 1) % 1e6).padStart(6, "0");
    const refused = await api.call(confirmTotp, { ...account.self, body: { code: mistyped } });
    expect([refused.status, refused.failure.fields]).toEqual([422, { code: MESSAGES.codeWrong }]);
    expect((await api.call(readFactors, account.self)).body.totpCreated).toBeNull();
    expect((await enterPassword(account)).status).toBe(200);
    const none = await api.call(confirmTotp, { ...account.self, body: { code: "" } });
    expect([none.status, none.failure.fields]).toEqual([400, { code: MESSAGES.required }]);
    const letters = await api.call(confirmTotp, { ...account.self, body: { code: "12345x" } });
    expect([letters.status, letters.failure.fields]).toEqual([400, { code: MESSAGES.totpShape }]);
  });

  test("whose QR code has expired answers 410", async () => {
    const account = await people.createSignedInAccount();
    await prove(account);
    const { secret } = (await api.call(beginTotp, account.self)).body;
    api.travel(LIFETIMES.pendingTotp);
    await prove({ self: { ...account.self, token: (await people.logIn(account.userUsername)).token } });
    const renewed = await people.logIn(account.userUsername);
    const self = { ...account.self, token: renewed.token };
    await prove({ self });
    const late = await api.call(confirmTotp, { ...self, body: { code: createApp(secret).code() } });
    expect([late.status, late.failure.code]).toEqual([410, "totp_expired"]);
  });

  test("can't be added twice", async () => {
    const account = await protectedAccount();
    await api.call(proveOwner, { ...account.self, body: totp(account.app.next()) });
    const second = await api.call(beginTotp, account.self);
    expect([second.status, second.failure.code]).toEqual([409, "totp_exists"]);
  });

  test("is added once by concurrent requests", async () => {
    const account = await people.createSignedInAccount();
    await prove(account);
    const { secret } = (await api.call(beginTotp, account.self)).body;
    const body = { code: createApp(secret).code() };
    const replies = await Promise.all([1, 2, 3].map(() => api.call(confirmTotp, { ...account.self, body })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await api.call(readFactors, account.self)).body.recoveryCodes).toBe(10);
  });

  test("can be removed by its owner, for whom the password then suffices", async () => {
    const account = await protectedAccount();
    expect((await api.call(removeTotp, account.self)).body).toMatchObject({ message: MESSAGES.totpRemoved });
    expect(people.mailsTo(account.userEmail)[0]?.subject).toBe("A second factor was removed from your Ochre account");
    expect((await enterPassword(account)).status).toBe(200);
    expect((await api.call(readFactors, account.self)).body).toEqual({
      totpCreated: null,
      passkeys: [],
      recoveryCodes: 0,
    });
    expect((await api.call(removeTotp, account.self)).failure.message).toBe(MESSAGES.factorNotFound);
    expect((await api.call(renewRecoveryCodes, account.self)).status).toBe(404);
  });

  test("leaves no secret or code in the table or a log", async () => {
    const written: string[] = [];
    const logs = (["debug", "info", "warn", "error", "log"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...texts) => void written.push(texts.join(" "))),
    );
    vi.stubEnv("POWERTOOLS_LOG_LEVEL", "DEBUG");
    const account = await protectedAccount();
    const code = account.app.next();
    await complete(await started(account), totp(code));
    await complete(await started(account), recovery(account.recoveryCodes[0] ?? ""));
    vi.unstubAllEnvs();
    for (const log of logs) log.mockRestore();
    const table = await scanTable();
    for (const secret of [
      account.secret,
      code,
      ...account.recoveryCodes,
      account.recoveryCodes[0]?.replaceAll("-", ""),
    ]) {
      expect(table).not.toContain(secret);
      expect(written.join("\n")).not.toContain(secret);
    }
  });
});

describe("a login to an account with an authenticator app", () => {
  test("continues with an HttpOnly cookie, and answers like any login", async () => {
    const account = await protectedAccount();
    const first = await enterPassword(account);
    expect([first.status, first.failure]).toEqual([
      403,
      { code: "second_factor_required", message: MESSAGES.secondFactorRequired, expose: true },
    ]);
    expect(first.cookies).toEqual([
      expect.stringMatching(/^login=[\w-]+\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/auth; Max-Age=300$/),
    ]);
    const cookies = kept(first.cookies);
    expect((await api.call(readLoginFactors, { cookies })).body).toEqual({
      totp: true,
      recovery: true,
      password: false,
      passkey: null,
    });
    const second = await complete(cookies, totp(account.app.next()));
    expect([second.status, second.body.user.id]).toEqual([200, account.userId]);
    expect(second.cookies).toContainEqual(expect.stringMatching(/^login=; .*Max-Age=0/));
    const refreshed = await api.call(refreshToken, withJid(findJid(second.cookies)));
    expect(refreshed.body.user?.id).toBe(account.userId);
    const settings = await api.call(readSettings, { ...account.self, token: second.body.accessToken });
    expect(settings.status).toBe(200);
  });

  test("can be completed within five minutes, once, and for its account only", async () => {
    const [account, other] = [await protectedAccount(), await protectedAccount()];
    const cookies = await started(account);
    expect((await complete(cookies, totp(account.app.next()))).status).toBe(200);
    const again = await complete(cookies, totp(account.app.next()));
    expect([again.status, again.failure.code]).toEqual([410, "second_factor_expired"]);

    const late = await started(account);
    api.travel(LIFETIMES.factorChallenge);
    expect((await complete(late, totp(account.app.next()))).status).toBe(410);
    expect((await api.call(readLoginFactors, { cookies: late })).status).toBe(410);

    const mine = (await started(account)).map((cookie) => cookie.replace(account.userId, other.userId));
    expect((await complete(mine, totp(other.app.next()))).status).toBe(410);
    expect((await complete([], totp(other.app.next()))).status).toBe(410);
  });

  test("accepts no code twice, and none older than the last one", async () => {
    const account = await protectedAccount();
    const code = account.app.next();
    expect((await complete(await started(account), totp(code))).status).toBe(200);
    const replayed = await complete(await started(account), totp(code));
    expect([replayed.status, replayed.failure.fields]).toEqual([422, { code: MESSAGES.codeWrong }]);
    // The previous step is within the clock window, but older than the last code.
    const earlier = new TOTP({ secret: account.secret }).generate({
      timestamp: api.services.now().getTime() - STEP * 1000,
    });
    expect((await complete(await started(account), totp(earlier))).status).toBe(422);
  });

  test("accepts a code once in concurrent requests", async () => {
    const account = await protectedAccount();
    const waiting = await Promise.all([1, 2, 3].map(() => started(account)));
    const code = account.app.next();
    const replies = await Promise.all(waiting.map((cookies) => complete(cookies, totp(code))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test.each([
    [-2, 422],
    [-1, 200],
    [1, 200],
    [2, 422],
  ])("answers a code of a clock that is %i steps off with %i", async (steps, status) => {
    const account = await protectedAccount();
    api.travel(9 * STEP);
    api.startWindow(STEP);
    const timestamp = api.services.now().getTime() + steps * STEP * 1000;
    const code = new TOTP({ secret: account.secret }).generate({ timestamp });
    expect((await complete(await started(account), totp(code))).status).toBe(status);
  });

  test("answers a wrong password like an account without a second factor", async () => {
    const [plain, guarded] = [await people.createSignedInAccount(), await protectedAccount()];
    const [one, two] = [await enterPassword(plain, "wrong"), await enterPassword(guarded, "wrong")];
    expect([two.status, two.failure, two.cookies]).toEqual([one.status, one.failure, one.cookies]);
  });

  test("is locked after five wrong codes, but not for a known browser", async () => {
    const account = await protectedAccount();
    const knownCookies = kept((await complete(await started(account), totp(account.app.next()))).cookies);
    const browser = knownCookies.filter((cookie) => cookie.startsWith("browser="));
    const { count } = PASSWORD_ATTEMPTS.codesOfUnknownBrowsers;
    for (let tried = 0; tried < count; tried++) {
      expect((await complete(await started(account), totp("000000"))).status).toBe(422);
    }
    const stopped = await complete(await started(account), totp(account.app.next()));
    expect([stopped.status, stopped.failure.message]).toEqual([429, MESSAGES.tooManyCodes]);
    expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(900);
    expect((await complete(await started(account), recovery(account.recoveryCodes[0] ?? ""))).status).toBe(429);
    expect((await complete(await started(account, browser), totp(account.app.next()))).status).toBe(200);
    // Entering codes requires the password; the owner gets one warning.
    const warnings = people.mailsTo(account.userEmail).filter(({ subject }) => subject.includes("knows the password"));
    expect(warnings.map(({ links }) => links)).toEqual([["http://localhost:3000/forgot_password"]]);
  });

  test("is throttled for an IP address with too many wrong passwords, unless the browser is known", async () => {
    // Starts at a full window, so that all attempts fall into one.
    const { seconds } = ADDRESS_THROTTLES.password;
    api.travel(seconds - (Math.floor(api.services.now().getTime() / 1000) % seconds));
    const account = await protectedAccount();
    const from = "10.9.9.9";
    const at = (cookies: readonly string[], code: string) =>
      api.call(completeLogin, { cookies, body: totp(code), from });
    for (let guess = 0; guess < ADDRESS_THROTTLES.password.count; guess++) {
      await api.call(login, { body: { userUsername: `nobody.${guess}`, userPassword: "a guess" }, from });
    }
    const knownCookies = kept((await complete(await started(account), totp(account.app.next()))).cookies);
    const stopped = await at(await started(account), account.app.next());
    expect([stopped.status, stopped.failure.code]).toEqual([429, "too_many_codes"]);
    const browser = knownCookies.filter((cookie) => cookie.startsWith("browser="));
    expect((await at(await started(account, browser), account.app.next())).status).toBe(200);
  });

  test("ends with a password reset, which keeps the second factor", async () => {
    const account = await protectedAccount();
    const cookies = await started(account);
    await api.call(forgotPassword, { body: { userEmail: account.userEmail } });
    await api.processEvents();
    const next = "an even better password";
    const params = { userId: account.userId, resetToken: people.readMailedToken(account.userEmail) };
    const reset = await api.call(resetPassword, { params, body: { userPassword: next, userConfirm: next } });
    expect(reset.status).toBe(200);
    expect((await complete(cookies, totp(account.app.next()))).status).toBe(410);
    const reply = await enterPassword(account, next);
    expect(reply.failure.code).toBe("second_factor_required");
    expect((await complete(kept(reply.cookies), totp(account.app.next()))).status).toBe(200);
  });

  test("in the second in which sessions were ended gives a valid session", async () => {
    const account = await protectedAccount();
    const body = { userCurrent: PASSWORD, userPassword: "another password", userConfirm: "another password" };
    await api.call(changePassword, { ...account.self, body });
    const reply = await enterPassword(account, "another password");
    const done = await complete(kept(reply.cookies), totp(account.app.next()));
    expect((await api.call(readSettings, { ...account.self, token: done.body.accessToken })).status).toBe(200);
  });

  test("doesn't allow an email change by password only", async () => {
    const { userUsername } = await protectedAccount();
    const body = { userUsername, userPassword: PASSWORD, userEmail: "thief@ochre.test" };
    const reply = await api.call(updateEmail, { body });
    expect([reply.status, reply.failure.code, reply.cookies]).toEqual([403, "second_factor_required", []]);
    expect(people.mailsTo("thief@ochre.test")).toEqual([]);
  });
});

describe("recovery codes", () => {
  test("work once each, in any case and with or without hyphens, and the owner is mailed", async () => {
    const account = await protectedAccount();
    const [first = "", second = ""] = account.recoveryCodes;
    expect((await complete(await started(account), recovery(first.toLowerCase().replaceAll("-", " ")))).status).toBe(
      200,
    );
    expect(people.mailsTo(account.userEmail).filter(({ text }) => text.includes("9 are left"))).toHaveLength(1);
    expect((await complete(await started(account), recovery(first))).status).toBe(422);
    const cookies = [await started(account), await started(account)];
    const replies = await Promise.all(cookies.map((each) => complete(each, recovery(second))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("of another account are refused", async () => {
    const [account, other] = [await protectedAccount(), await protectedAccount()];
    expect((await complete(await started(account), recovery(other.recoveryCodes[0] ?? ""))).status).toBe(422);
  });

  test("renewed concurrently are one set, and the owner is mailed", async () => {
    const account = await protectedAccount();
    const [used = ""] = account.recoveryCodes;
    await complete(await started(account), recovery(used));
    const replies = await Promise.all([1, 2].map(() => api.call(renewRecoveryCodes, account.self)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await api.call(readFactors, account.self)).body.recoveryCodes).toBe(10);
    const mails = people.mailsTo(account.userEmail).filter(({ subject }) => subject.startsWith("New recovery codes"));
    expect(mails).toHaveLength(1);
  });

  test("are replaced by new ones", async () => {
    const account = await protectedAccount();
    const renewed = (await api.call(renewRecoveryCodes, account.self)).body.recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect((await complete(await started(account), recovery(account.recoveryCodes[0] ?? ""))).status).toBe(422);
    expect((await complete(await started(account), recovery(renewed[0] ?? ""))).status).toBe(200);
  });
});

describe("a session of an account with a second factor", () => {
  const waitUntilUnproven = async (account: Protected) => {
    api.travel(LIFETIMES.factorProof);
    // The access token expires in the meantime.
    const done = await complete(await started(account), totp(account.app.next()));
    api.travel(LIFETIMES.factorProof);
    return { ...account, self: { ...account.self, token: done.body.accessToken } };
  };

  test("can't call any route with an effect without a fresh second factor", async () => {
    const account = await waitUntilUnproven(await protectedAccount());
    const world = { api, people, given: createGiven(api) };
    for (const { name, route, sample } of sampledRoutes()) {
      const { effects, access } = route as Route;
      // Operators' routes don't exist for this account; test/api/operators.test.ts calls them as operators.
      if (!effects || access === "operator") continue;
      const reply = await api.call(route, { ...(await sample.of(world, account)), token: account.self.token });
      expect([name, reply.status, reply.failure.code]).toEqual([name, 403, "proof_required"]);
    }
  });

  test("can close the account and onboard only with a fresh second factor, not with the password", async () => {
    const account = await waitUntilUnproven(await protectedAccount());
    const close = () => api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    const onboard = () => api.call(startOnboarding, { ...account.self, body: { userBusinessAddress: "AT" } });
    const password = await prove(account);
    expect([password.status, password.failure.code]).toEqual([403, "second_factor_required"]);

    expect((await api.call(proveOwner, { ...account.self, body: totp(account.app.next()) })).status).toBe(204);
    expect((await onboard()).status).toBe(200);
    expect((await close()).status).toBe(200);
    const items: { pk: { S: string }; sk: { S: string } }[] = JSON.parse(await scanTable());
    const left = items.filter(
      ({ pk, sk }) => pk.S === `USER#${account.userId}` && /^(TOTP|RECOVERY_CODE#|PASSKEY#)/.test(sk.S),
    );
    expect(left).toEqual([]);
  });

  test("can't refund without a fresh second factor", async () => {
    const given = createGiven(api);
    const account = await waitUntilUnproven(await protectedAccount());
    const { artworkId } = await given.artwork(account.userId);
    const { orderId } = await given.order(artworkId, (await given.user()).userId);
    const refund = () => api.call(refundOrder, { token: account.self.token, params: { orderId } });
    expect((await refund()).failure.code).toBe("proof_required");
    await api.call(proveOwner, { ...account.self, body: recovery(account.recoveryCodes[0] ?? "") });
    // Nothing was paid for a free artwork.
    expect((await refund()).failure.code).toBe("order_not_refundable");
  });

  test("isn't proven by a second factor of another session", async () => {
    const account = await waitUntilUnproven(await protectedAccount());
    const elsewhere = await complete(await started(account), totp(account.app.next()));
    expect(elsewhere.status).toBe(200);
    const reply = await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    expect(reply.failure.code).toBe("proof_required");
  });

  test("is locked after five wrong codes", async () => {
    const account = await waitUntilUnproven(await protectedAccount());
    const enter = (code: string) => api.call(proveOwner, { ...account.self, body: totp(code) });
    for (let tried = 0; tried < PASSWORD_ATTEMPTS.codesSignedIn.count; tried++) {
      expect((await enter("000000")).status).toBe(422);
    }
    expect((await enter(account.app.next())).status).toBe(429);
  });
});

describe("an account without a second factor", () => {
  test("can be onboarded and closed without a second factor", async () => {
    const account = await people.createSignedInAccount();
    const onboard = await api.call(startOnboarding, { ...account.self, body: { userBusinessAddress: "AT" } });
    expect(onboard.status).toBe(200);
    expect((await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } })).status).toBe(200);
  });
});
