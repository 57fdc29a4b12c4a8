import { beforeAll, expect, test } from "vitest";
import {
  changeEmail,
  changePassword,
  forgotPassword,
  login,
  refreshToken,
  resetPassword,
  verifyToken,
} from "#shared/contract/auth.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { breaking, Crashed, eachCrash } from "#test/support/breaking.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const NEXT = "a better password";
const body = { userCurrent: PASSWORD, userPassword: NEXT, userConfirm: NEXT };
const isPassword = async (userId: string, password: string) =>
  typeof (await api.services.identity.logIn(userId, password)) !== "string";

/** An account with a second session and a pending change of e-mail. */
async function createAttackedAccount() {
  const account = await people.createSignedInAccount();
  const other = await people.logIn(account.userUsername);
  const userEmail = `wish.of.${account.userUsername}@ochre.test`;
  await api.call(changeEmail, { ...account.self, body: { userCurrent: PASSWORD, userEmail } });
  const verify = async () =>
    (await api.call(verifyToken, { params: { tokenId: people.readMailedToken(userEmail) } })).status;
  const otherStatuses = async () => [
    (await api.call(readSettings, { ...account.self, token: other.token })).status,
    (await api.call(refreshToken, withJid(other.jid))).status,
  ];
  return { ...account, verify, otherStatuses };
}

test("a change of password that crashes at any call leaves the old password, or the new one without other sessions", async () => {
  const left = { old: 0, next: 0 };
  const crashPoints = await eachCrash(async (nth, when) => {
    const account = await createAttackedAccount();
    const { instead, crashed } = breaking(api, nth, when);
    const run = api.call(changePassword, { ...account.self, body }, instead);
    if (!(await run.then(() => false, isCrash))) expect((await run).status).toBe(200);
    if (await isPassword(account.userId, NEXT)) {
      left.next++;
      expect([nth, when, ...(await account.otherStatuses())]).toEqual([nth, when, 401, 401]);
      expect([nth, when, await account.verify()]).toEqual([nth, when, 410]);
    } else {
      left.old++;
      expect([nth, when, await isPassword(account.userId, PASSWORD)]).toEqual([nth, when, true]);
    }
    return crashed();
  });
  expect(crashPoints).toBeGreaterThan(15);
  expect([left.old, left.next].every((count) => count > 3)).toBe(true);
});

/** The same account, with a reset link. */
async function createAccountWithLink() {
  const account = await createAttackedAccount();
  await api.call(forgotPassword, { body: { userEmail: account.userEmail } });
  await api.processEvents();
  const params = { userId: account.userId, resetToken: people.readMailedToken(account.userEmail) };
  const reset = (instead = {}) =>
    api.call(resetPassword, { params, body: { userPassword: NEXT, userConfirm: NEXT } }, instead);
  return { ...account, reset };
}

test("a reset that crashes at any call leaves the old password, or the new one without a session; its link works on", async () => {
  const left = { old: 0, next: 0 };
  const crashPoints = await eachCrash(async (nth, when) => {
    const account = await createAccountWithLink();
    const { instead, crashed } = breaking(api, nth, when);
    const run = account.reset(instead);
    if (!(await run.then(() => false, isCrash))) expect((await run).status).toBe(200);
    const isNext = await isPassword(account.userId, NEXT);
    left[isNext ? "next" : "old"]++;
    if (isNext) {
      expect([nth, when, ...(await account.otherStatuses())]).toEqual([nth, when, 401, 401]);
      expect([nth, when, await account.verify()]).toEqual([nth, when, 410]);
    } else expect([nth, when, await isPassword(account.userId, PASSWORD)]).toEqual([nth, when, true]);
    api.travel(LIFETIMES.resetAttempt + 1);
    const again = (await account.reset()).status;
    expect([nth, when, again]).toEqual([nth, when, isNext ? expect.toBeOneOf([200, 410]) : 200]);
    expect([nth, when, await isPassword(account.userId, NEXT)]).toEqual([nth, when, true]);
    return crashed();
  });
  expect(crashPoints).toBeGreaterThan(15);
  expect([left.old, left.next].every((count) => count > 3)).toBe(true);
});

test("a reset refuses the old password before the provider gets the new one, and still does if it then crashes", async () => {
  const account = await createAccountWithLink();
  const { identity } = api.services;
  const attempts: number[] = [];
  const crashing = Object.assign(Object.create(identity), {
    setPassword: async (userId: string, password: string) => {
      const thief = { userUsername: account.userUsername, userPassword: PASSWORD };
      attempts.push((await api.call(login, { body: thief })).status);
      const moving = { userCurrent: PASSWORD, userEmail: `thief.of.${account.userUsername}@ochre.test` };
      attempts.push((await api.call(changeEmail, { as: userId, params: { userId }, body: moving })).status);
      const change = { ...body, userPassword: "the thief's own", userConfirm: "the thief's own" };
      attempts.push((await api.call(changePassword, { as: userId, params: { userId }, body: change })).status);
      await identity.setPassword(userId, password);
      throw new Crashed();
    },
  });
  await expect(account.reset({ identity: crashing })).rejects.toThrow(Crashed);
  expect(attempts).toEqual([429, 429, 429]);
  expect(await account.otherStatuses()).toEqual([401, 401]);
  api.travel(LIFETIMES.resetAttempt + 1);
  expect((await api.call(login, { body: { userUsername: account.userUsername, userPassword: NEXT } })).status).toBe(
    200,
  );
});

test("of two concurrent password changes neither revives a session that the other ended", async () => {
  const account = await people.createSignedInAccount();
  const { identity } = api.services;
  const overtaken = Object.assign(Object.create(identity), {
    logIn: async (userId: string, password: string) => {
      const tokens = await identity.logIn(userId, password);
      expect((await api.call(changePassword, { ...account.self, body })).status).toBe(200);
      return tokens;
    },
  });
  const late = { ...body, userPassword: "a late password", userConfirm: "a late password" };
  const reply = await api.call(changePassword, { ...account.self, body: late }, { identity: overtaken });
  expect(reply.status).toBe(401);
  expect(await isPassword(account.userId, NEXT)).toBe(true);
});

const isCrash = (error: unknown) => {
  if (error instanceof Crashed) return true;
  throw error;
};
