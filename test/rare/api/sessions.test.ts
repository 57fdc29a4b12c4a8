import { beforeAll, describe, expect, test } from "vitest";
import { describeBrowser, getCallerCountry } from "#lambdas/areas/auth/sessions.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import {
  changeEmail,
  changePassword,
  endOtherSessions,
  endUserSession,
  forgotPassword,
  listSessions,
  login,
  logout,
  refreshToken,
  resetPassword,
  verifyToken,
} from "#shared/contract/auth.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { THROTTLES } from "#shared/throttles.ts";
import { type Account, createAccounts, findJid, PASSWORD, withJid } from "#test/support/accounts.ts";
import { recordCalls } from "#test/support/recording-calls.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

/** The hourly limit of ending all other sessions. */
const ASKED = THROTTLES.endOthers.account.count;

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

const logInBy = async ({ userUsername }: Account, agent: string, country?: string) => {
  const headers = { "user-agent": agent, ...(country ? { "cloudfront-viewer-country": country } : {}) };
  const { body, cookies } = await api.call(login, { body: { userUsername, userPassword: PASSWORD }, headers });
  return { token: body.accessToken, jid: findJid(cookies) };
};
const listed = async ({ self }: Account, token = self.token) =>
  (await api.call(listSessions, { ...self, token })).body.items;
const getStatuses = async ({ self }: Account, { token, jid }: { token: string; jid: string }) => [
  (await api.call(readSettings, { ...self, token })).status,
  (await api.call(refreshToken, withJid(jid))).status,
];

describe("the list of sessions", () => {
  test("has browser and country of each, the latest first, and marks the current one", async () => {
    const account = await people.createSignedInAccount();
    api.travel(60);
    await logInBy(account, FIREFOX, "AT");
    api.travel(60);
    const phone = await logInBy(account, SAFARI);
    expect(await listed(account, phone.token)).toMatchObject([
      { browser: "Safari on iOS", country: null, current: true },
      { browser: "Firefox on Windows", country: "AT", current: false },
      { browser: null, current: false },
    ]);
  });

  test("updates a session's last use on refresh only", async () => {
    const account = await people.createSignedInAccount();
    const [before] = await listed(account);
    api.travel(3600);
    const { calls, instead } = recordCalls(api);
    await api.call(readSettings, account.self, instead);
    expect(calls.filter((call) => !/Get|several/.test(call))).toEqual([]);
    expect((await listed(account))[0]?.used).toBe(before?.used);
    const refreshed = await api.call(refreshToken, { ...withJid(account.jid), headers: { "user-agent": FIREFOX } });
    const [after] = await listed(account, refreshed.body.accessToken ?? "");
    expect(Date.parse(after?.used ?? "") - Date.parse(before?.used ?? "")).toBeGreaterThanOrEqual(3_599_000);
    expect(after).toMatchObject({ id: before?.id, started: before?.started, browser: "Firefox on Windows" });
  });

  test("leaves out sessions ended by logout, expiry or a new password", async () => {
    const account = await people.createSignedInAccount();
    const [gone, other] = [await people.logIn(account.userUsername), await people.logIn(account.userUsername)];
    await api.call(logout, withJid(gone.jid));
    expect(await listed(account)).toHaveLength(2);
    const body = { userCurrent: PASSWORD, userPassword: "a better password", userConfirm: "a better password" };
    const changed = await api.call(changePassword, { ...account.self, body });
    const items = await listed(account, changed.body.accessToken);
    expect(items.map(({ current }) => current)).toEqual([true]);
    expect((await api.call(refreshToken, withJid(other.jid))).status).toBe(401);

    const late = await people.createSignedInAccount();
    api.travel(LIFETIMES.refreshToken + 1);
    const { token } = await people.logIn(late.userUsername);
    expect(await listed(late, token)).toHaveLength(1);
  });
});

describe("ending sessions", () => {
  test("ends the given session at once, including its refresh token", async () => {
    const account = await people.createSignedInAccount();
    const thief = await logInBy(account, FIREFOX);
    const [named] = (await listed(account)).filter(({ current }) => !current);
    const params = { ...account.self.params, sessionId: named?.id ?? "" };
    const reply = await api.call(endUserSession, { ...account.self, params });
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.sessionEnded, expose: true }]);
    expect(await getStatuses(account, thief)).toEqual([401, 401]);
    expect(await listed(account)).toHaveLength(1);
    expect((await api.call(endUserSession, { ...account.self, params })).status).toBe(404);
    expect((await api.call(readSettings, account.self)).status).toBe(200);
  });

  test("doesn't end another user's session by its id", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const [theirs] = await listed(other);
    const params = { ...account.self.params, sessionId: theirs?.id ?? "" };
    expect((await api.call(endUserSession, { ...account.self, params })).status).toBe(404);
    expect((await api.call(readSettings, other.self)).status).toBe(200);
  });

  test("is rate limited per session and hour", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const endOne = ({ self }: Account) =>
      api.call(endUserSession, { ...self, params: { ...self.params, sessionId: "none" } });
    const { count, seconds } = THROTTLES.endSession.account;
    for (let asked = 0; asked < count; asked++) expect((await endOne(account)).status).toBe(404);
    const refused = await endOne(account);
    expect([refused.status, refused.failure.code]).toEqual([429, "too_many_requests"]);
    expect((await endOne(other)).status).toBe(404);
    const { token: ownersToken } = await people.logIn(account.userUsername);
    expect((await endOne({ ...account, self: { ...account.self, token: ownersToken } })).status).toBe(404);
    api.travel(seconds);
    const { token } = await people.logIn(account.userUsername);
    expect((await endOne({ ...account, self: { ...account.self, token } })).status).toBe(404);
  });

  test("ends all other sessions and a pending email change, but not this session", async () => {
    const account = await people.createSignedInAccount();
    const others = [await logInBy(account, FIREFOX), await logInBy(account, SAFARI)];
    const userEmail = `wish.of.${account.userUsername}@ochre.test`;
    await api.call(changeEmail, { ...account.self, body: { userCurrent: PASSWORD, userEmail } });
    const reply = await api.call(endOtherSessions, account.self);
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.otherSessionsEnded, expose: true }]);
    for (const other of others) expect(await getStatuses(account, other)).toEqual([401, 401]);
    expect((await api.call(verifyToken, { params: { tokenId: people.readMailedToken(userEmail) } })).status).toBe(410);
    expect((await listed(account)).map(({ current }) => current)).toEqual([true]);
    expect(await getStatuses(account, account)).toEqual([200, 200]);
  });

  test("leaves a mailed reset link valid", async () => {
    const thief = await people.createSignedInAccount();
    await api.call(forgotPassword, { body: { userEmail: thief.userEmail } });
    await api.processEvents();
    expect((await api.call(endOtherSessions, thief.self)).status).toBe(200);
    const params = { userId: thief.userId, resetToken: people.readMailedToken(thief.userEmail) };
    const body = { userPassword: "a brand new password", userConfirm: "a brand new password" };
    expect((await api.call(resetPassword, { params, body })).status).toBe(200);
    expect((await api.call(readSettings, thief.self)).status).toBe(401);
  });

  test("never prevents a login, even if it is repeated", async () => {
    const thief = await people.createSignedInAccount();
    const statuses = [];
    for (let asked = 0; asked <= ASKED; asked++) statuses.push((await api.call(endOtherSessions, thief.self)).status);
    expect(statuses).toEqual([...Array<number>(ASKED).fill(200), 429]);
    const { notBefore = 0 } = (await findUser(api.services.table, thief.userId)) ?? {};
    expect(notBefore).toBeLessThanOrEqual(Math.floor(api.services.now().getTime() / 1000));
    const owner = await logInBy(thief, FIREFOX);
    expect(await getStatuses(thief, owner)).toEqual([200, 200]);
    expect((await api.call(endOtherSessions, { ...thief.self, token: owner.token })).status).toBe(200);
    expect((await api.call(readSettings, thief.self)).status).toBe(401);
  });
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["curl/8.5.0", undefined],
  ["x".repeat(100_000), undefined],
  [FIREFOX, "Firefox on Windows"],
])("the user agent %.20s is shown as %s", (agent, shown) => {
  expect(describeBrowser({ "user-agent": agent })).toBe(shown);
});

test("a country is two capital letters of CloudFront's header", () => {
  const of = (country: string) => getCallerCountry({ "cloudfront-viewer-country": country });
  expect([of("AT"), of("at"), of("<b>"), getCallerCountry({})]).toEqual(["AT", undefined, undefined, undefined]);
});
