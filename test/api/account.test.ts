import { beforeAll, describe, expect, test } from "vitest";
import { changeEmail, changePassword, login, refreshToken, verifyToken } from "#shared/contract/auth.ts";
import { readSettings, readUser, updateBilling, updatePreferences, updateUser } from "#shared/contract/users.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { NOTICE_SWITCHES } from "#shared/model/notifications.ts";
import { type Account, createAccounts, findJid, PASSWORD, withJid } from "#test/support/accounts.ts";
import { recordCalls } from "#test/support/recording-calls.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const getSettings = async ({ self }: Account) => (await api.call(readSettings, self)).body;
const statusOfLogin = async (userUsername: string, userPassword = PASSWORD) =>
  (await api.call(login, { body: { userUsername, userPassword } })).status;
const statusOfRefresh = async (jid: string) => (await api.call(refreshToken, withJid(jid))).status;

const billing = {
  billingName: "Ada",
  billingSurname: "Painter",
  billingEmail: "bills@ochre.test",
  billingAddress: "Colour Street 1",
  billingZip: "1010",
  billingCity: "Vienna",
  billingCountry: "AT",
};

describe("the settings", () => {
  test("of a new account hold what it signed up with", async () => {
    const account = await people.createSignedInAccount();
    expect(await getSettings(account)).toEqual({
      id: account.userId,
      userUsername: account.userUsername,
      userEmail: account.userEmail,
      verified: true,
      profile: {
        userName: "Ada Painter",
        userDescription: null,
        userCountry: null,
        avatar: null,
        userLinks: [],
        userPinned: [],
        userBanner: null,
      },
      preferences: { userFavorites: true, userNotices: NOTICE_SWITCHES },
      billing: null,
      selling: { sellerAddress: "", sellerVat: "" },
    });
  });

  test("are visible to their owner only", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const reply = await api.call(readSettings, { ...account.self, token: other.token });
    expect([reply.status, reply.failure.message]).toEqual([403, "Forbidden"]);
    expect((await api.call(readSettings, { params: account.self.params })).status).toBe(401);
  });
});

describe("the profile", () => {
  test("keeps fields that an update leaves out, and clears empty ones", async () => {
    const account = await people.createSignedInAccount();
    const change = (body: object) => api.call(updateUser, { ...account.self, body });
    const first = await change({ userName: "Ada L.", userDescription: "Paints.", userCountry: "at" });
    expect([first.status, first.body.message]).toEqual([200, MESSAGES.userUpdated]);
    expect(first.body.user).toMatchObject({ id: account.userId, fullName: "Ada L.", country: "AT" });
    expect((await getSettings(account)).profile).toMatchObject({
      userName: "Ada L.",
      userDescription: "Paints.",
      userCountry: "AT",
      avatar: null,
    });
    const shown = await api.call(readUser, { params: { username: account.userUsername } });
    expect(shown.body).toMatchObject({ fullName: "Ada L.", description: "Paints.", country: "AT" });

    const profile = async () => (await getSettings(account)).profile;
    await change({ userDescription: "" });
    expect(await profile()).toMatchObject({ userName: "Ada L.", userDescription: null, userCountry: "AT" });
    await change({ userCountry: "" });
    expect(await profile()).toMatchObject({ userName: "Ada L.", userDescription: null, userCountry: null });
    await change({ userName: "Ada" });
    const nothing = await change({});
    expect([nothing.status, nothing.body.user.fullName]).toEqual([200, "Ada"]);
  });

  test.each([
    [{ userName: "" }, { userName: MESSAGES.required }],
    [{ userDescription: 7 }, { userDescription: MESSAGES.notString }],
    [{ userName: "x".repeat(71) }, { userName: formatTooLong(70) }],
    [{ userName: "Ada", userDescription: "x".repeat(151) }, { userDescription: formatTooLong(150) }],
    [{ userName: "Ada", userCountry: "XX" }, { userCountry: MESSAGES.countryInvalid }],
    [{ userName: "Ada", userMedia: "no id" }, { userMedia: MESSAGES.invalidUuid }],
  ])("%o is refused", async (body, fields) => {
    const { self } = await people.createSignedInAccount();
    const reply = await api.call(updateUser, { ...self, body });
    expect([reply.status, reply.failure.fields]).toEqual([400, fields]);
  });
});

describe("preferences and billing", () => {
  test("of favourites decide whether others see them", async () => {
    const account = await people.createSignedInAccount();
    const set = (body: object) => api.call(updatePreferences, { ...account.self, body });
    expect((await set({ userFavorites: false })).body).toEqual({ message: MESSAGES.preferencesUpdated, expose: true });
    expect((await getSettings(account)).preferences).toEqual({ userFavorites: false, userNotices: NOTICE_SWITCHES });
    expect((await api.call(readUser, { params: { username: account.userUsername } })).body.favorites).toBeNull();
    expect((await set({})).failure.fields).toEqual({ userFavorites: MESSAGES.favoritesRequired });
    expect((await set({ userFavorites: "yes" })).failure.fields).toEqual({ userFavorites: MESSAGES.invalid });
  });

  test("are stored completely or not at all, and are private", async () => {
    const account = await people.createSignedInAccount();
    const set = (body: object) => api.call(updateBilling, { ...account.self, body });
    expect((await set(billing)).body).toEqual({ message: MESSAGES.billingUpdated, expose: true });
    const { billingCity: _, ...partial } = billing;
    expect((await set(partial)).failure.fields).toEqual({ billingCity: MESSAGES.required });
    expect((await set({ ...billing, billingZip: "x".repeat(13) })).failure.fields).toEqual({
      billingZip: formatTooLong(12),
    });
    expect((await getSettings(account)).billing).toEqual(billing);
    const shown = await api.call(readUser, { params: { username: account.userUsername } });
    expect(JSON.stringify(shown.body)).not.toMatch(/bills@|Colour/);
  });
});

describe("a new password", () => {
  const next = { userPassword: "a better password", userConfirm: "a better password" };

  test("ends every other session, and replaces this one's cookie and token", async () => {
    const account = await people.createSignedInAccount();
    const other = await people.logIn(account.userEmail);
    const reply = await api.call(changePassword, { ...account.self, body: { userCurrent: PASSWORD, ...next } });
    expect([reply.status, reply.body.message, reply.body.user]).toEqual([200, MESSAGES.passwordChanged, account.user]);
    expect(await Promise.all([account.jid, other.jid].map(statusOfRefresh))).toEqual([401, 401]);
    expect(await statusOfRefresh(findJid(reply.cookies))).toBe(200);
    const { params } = account.self;
    expect((await api.call(readSettings, { token: reply.body.accessToken, params })).status).toBe(200);
    expect(await statusOfLogin(account.userUsername)).toBe(401);
    expect(await statusOfLogin(account.userUsername, next.userPassword)).toBe(200);
    expect(people.mailsTo(account.userEmail).map(({ subject }) => subject)).toContain(
      "Your Ochre password was changed",
    );
  });

  test("invalidates every access token but the new one at once, also of sessions started in the same second", async () => {
    const account = await people.createSignedInAccount();
    const others = [await people.logIn(account.userEmail), await people.logIn(account.userEmail)];
    const { params } = account.self;
    const settings = async (token: string) => (await api.call(readSettings, { token, params })).status;
    const { body } = await api.call(changePassword, { ...account.self, body: { userCurrent: PASSWORD, ...next } });
    const tokens = [account, ...others].map(({ token }) => token);
    expect(await Promise.all([...tokens, body.accessToken].map(settings))).toEqual([401, 401, 401, 200]);
    // A session of a login within that second stays valid.
    const after = await people.logIn(account.userEmail, next.userPassword);
    expect([await settings(after.token), await settings(body.accessToken)]).toEqual([200, 200]);
  });

  test("changed twice within a second leaves the last session valid", async () => {
    const account = await people.createSignedInAccount();
    const { params } = account.self;
    const settings = async (token: string) => (await api.call(readSettings, { token, params })).status;
    const change = (token: string, userCurrent: string, userPassword: string) =>
      api.call(changePassword, { token, params, body: { userCurrent, userPassword, userConfirm: userPassword } });
    const first = (await change(account.token, PASSWORD, next.userPassword)).body.accessToken;
    const last = (await change(first, next.userPassword, "the best password")).body.accessToken;
    expect([await settings(account.token), await settings(first), await settings(last)]).toEqual([401, 401, 200]);
  });

  test("ends the other sessions even if the identity provider doesn't", async () => {
    const account = await people.createSignedInAccount();
    const other = await people.logIn(account.userEmail);
    const { identity } = api.services;
    const forgetful = Object.assign(Object.create(identity), {
      setPassword: identity.setPassword.bind(identity),
      logIn: identity.logIn.bind(identity),
      signOutEverywhere: async () => {},
    });
    const body = { userCurrent: PASSWORD, ...next };
    const reply = await api.call(changePassword, { ...account.self, body }, { identity: forgetful });
    expect(await Promise.all([account.jid, other.jid, findJid(reply.cookies)].map(statusOfRefresh))).toEqual([
      401, 401, 200,
    ]);
  });

  test("keeps the session if the identity provider throttles the change", async () => {
    const account = await people.createSignedInAccount();
    const reply = await api.call(
      changePassword,
      { ...account.self, body: { userCurrent: PASSWORD, ...next } },
      busyAt("setPassword"),
    );
    expect([reply.status, reply.failure.code]).toEqual([429, "too_many_requests"]);
    expect(await statusOfLogin(account.userUsername)).toBe(200);
    expect((await api.call(readSettings, account.self)).status).toBe(200);
  });

  test("ends the other sessions even if the identity provider throttles their sign-out", async () => {
    const account = await people.createSignedInAccount();
    const other = await people.logIn(account.userEmail);
    const reply = await api.call(
      changePassword,
      { ...account.self, body: { userCurrent: PASSWORD, ...next } },
      busyAt("signOutEverywhere"),
    );
    expect(reply.status).toBe(200);
    expect(await Promise.all([account.jid, other.jid].map(statusOfRefresh))).toEqual([401, 401]);
    expect((await api.call(readSettings, { ...account.self, token: reply.body.accessToken })).status).toBe(200);
  });

  test("requires the current password, and the new one twice", async () => {
    const account = await people.createSignedInAccount();
    const change = (body: object) => api.call(changePassword, { ...account.self, body });
    const wrong = await change({ userCurrent: "wrong password", ...next });
    expect([wrong.status, wrong.failure.fields]).toEqual([422, { userCurrent: MESSAGES.currentPasswordWrong }]);
    expect((await change(next)).failure.fields).toEqual({ userCurrent: MESSAGES.required });
    expect((await change({ userCurrent: PASSWORD, ...next, userConfirm: "another" })).failure.fields).toEqual({
      userConfirm: MESSAGES.passwordsDiffer,
    });
    expect(await statusOfRefresh(account.jid)).toBe(200);
    expect(await statusOfLogin(account.userUsername)).toBe(200);
  });

  test("invalidates the link of an earlier email change", async () => {
    const account = await people.createSignedInAccount();
    await api.call(changeEmail, { ...account.self, body: { userEmail: "evil@ochre.test", userCurrent: PASSWORD } });
    await api.call(changePassword, { ...account.self, body: { userCurrent: PASSWORD, ...next } });
    const tokenId = people.readMailedToken("evil@ochre.test");
    expect((await api.call(verifyToken, { params: { tokenId } })).status).toBe(410);
  });
});

/** The identity provider, which throttles one method. */
const busyAt = (method: "setPassword" | "signOutEverywhere") => ({
  identity: new Proxy(api.services.identity, {
    get: (target, name) => {
      if (name === method) return async () => "too_many";
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }),
});

describe("a new email address", () => {
  const change = ({ self }: Account, userEmail: string, userCurrent = PASSWORD) =>
    api.call(changeEmail, { ...self, body: { userEmail, userCurrent } });

  test("replaces the old one once its link is opened; the old one is notified and free", async () => {
    const account = await people.createSignedInAccount();
    const reply = await change(account, "fresh.start@ochre.test");
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.emailChanged, expose: true }]);
    expect((await getSettings(account)).userEmail).toBe(account.userEmail);
    const tokenId = people.readMailedToken("fresh.start@ochre.test");
    const confirmed = await api.call(verifyToken, { params: { tokenId } });
    expect([confirmed.status, confirmed.body]).toEqual([200, { message: MESSAGES.emailMoved, expose: true }]);
    expect((await getSettings(account)).userEmail).toBe("fresh.start@ochre.test");
    expect(await statusOfRefresh(account.jid)).toBe(200);

    await api.processEvents({ times: 1 });
    const [told] = people.mailsTo(account.userEmail);
    expect([told?.subject, told?.links]).toEqual([
      "The email of your Ochre account was changed",
      [expect.stringMatching(/^http:\/\/localhost:3000\/verify_token\/u-[\w-]{43}$/)],
    ]);
    await people.createVerifiedAccount({ userEmail: account.userEmail });
  });

  test("requires the password", async () => {
    const account = await people.createSignedInAccount();
    const wrong = await change(account, "never@ochre.test", "wrong password");
    expect([wrong.status, wrong.failure.fields]).toEqual([422, { userCurrent: MESSAGES.currentPasswordWrong }]);
    expect(people.mailsTo("never@ochre.test")).toEqual([]);
  });

  test("that has an account gets the same response by the same calls, and only its owner is notified", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const sent = async (userEmail: string) => {
      const { calls, instead } = recordCalls(api);
      const body = { userEmail, userCurrent: PASSWORD };
      const reply = await api.call(changeEmail, { ...account.self, body }, instead);
      return { status: reply.status, body: reply.body, calls };
    };
    expect(await sent(other.userEmail.toUpperCase())).toEqual(await sent("nobody.has.this@ochre.test"));
    expect(people.mailsTo(other.userEmail.toUpperCase())[0]).toMatchObject({
      subject: "Your email already has an account at Ochre",
      links: ["http://localhost:3000/account_restoration"],
    });
    expect((await getSettings(other)).userEmail).toBe(other.userEmail);
  });
});
