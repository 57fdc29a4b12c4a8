import { beforeAll, describe, expect, test } from "vitest";
import { listRecoveryCodes } from "#lambdas/areas/second-factor/recovery-codes.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { changeEmail, changePassword, login, refreshToken, updateEmail, verifyToken } from "#shared/contract/auth.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  proveOwner,
  signInByPasskey,
} from "#shared/contract/second-factor.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type Account, createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { createPasskey } from "#test/support/passkey.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const verify = (tokenId: string) => api.call(verifyToken, { params: { tokenId } });
const registerPasskey = async (self: Account["self"], passkey: ReturnType<typeof createPasskey>) => {
  const { options } = (await api.call(beginPasskey, self)).body;
  const added = await api.call(addPasskey, {
    ...self,
    body: { name: "Phone", registration: passkey.register(options) },
  });
  expect(added.status).toBe(201);
};
const addFactor = async ({ self }: Account, passkey: ReturnType<typeof createPasskey>) => {
  await api.call(proveOwner, { ...self, body: { kind: "password", userPassword: PASSWORD } });
  await registerPasskey(self, passkey);
};
const signInWith = async (passkey: ReturnType<typeof createPasskey>) => {
  const { options } = (await api.call(beginPasskeySignIn)).body;
  return api.call(signInByPasskey, { body: { assertion: passkey.sign(options) } });
};
const subjectsTo = (email: string) => people.mailsTo(email).map(({ subject }) => subject);

describe("a log-in from a browser that is unknown to the account", () => {
  const NEW = "New login to your Ochre account";
  const logIn = (userUsername: string, sent: object = {}) =>
    api.call(login, { body: { userUsername, userPassword: PASSWORD }, ...sent });

  test("is mailed to the owner, with browser, country, time and a link to reset the password", async () => {
    const { userUsername, userEmail } = await people.createSignedInAccount();
    const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
    await logIn(userUsername, { headers: { "user-agent": agent, "cloudfront-viewer-country": "AT" } });
    const [mail] = people.mailsTo(userEmail);
    expect([mail?.subject, mail?.links]).toEqual([NEW, ["http://localhost:3000/forgot_password"]]);
    expect(mail?.text).toMatch(
      /Browser: Firefox on Windows\nCountry: Austria\nTime: \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/,
    );
  });

  test("isn't mailed if it is the first one, or if the browser logged in before", async () => {
    const { userUsername, userEmail } = await people.createVerifiedAccount();
    const { cookies } = await logIn(userUsername);
    expect(subjectsTo(userEmail)).not.toContain(NEW);
    await logIn(userUsername, { cookies: cookies.map((cookie) => cookie.split(";")[0] ?? "") });
    expect(subjectsTo(userEmail)).not.toContain(NEW);
    await logIn(userUsername, { body: { userUsername, userPassword: "wrong password" } });
    expect(subjectsTo(userEmail)).not.toContain(NEW);
  });

  test("succeeds even if the mail can't be sent", async () => {
    const { userUsername } = await people.createSignedInAccount();
    const mail = { ...api.services.mail, send: () => Promise.reject(new Error("no post today")) };
    const body = { userUsername, userPassword: PASSWORD };
    expect((await api.call(login, { body }, { mail })).status).toBe(200);
  });
});

describe("the first second factor", () => {
  test("is undone by a link in its mail, which keeps the address and disables the password", async () => {
    const owner = await people.createSignedInAccount();
    const thiefs = createPasskey();
    await addFactor(owner, thiefs);
    const [, undo = ""] = people.mailsTo(owner.userEmail)[0]?.links ?? [];
    const token = decodeURIComponent(new URL(undo).pathname.split("/").at(-1) ?? "");
    const reply = await verify(token);
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.factorsTakenBack, expose: true }]);
    expect((await signInWith(thiefs)).status).toBe(422);
    expect((await api.call(refreshToken, withJid(owner.jid))).status).toBe(401);
    const body = { userUsername: owner.userUsername, userPassword: PASSWORD };
    expect((await api.call(login, { body })).status).toBe(401);
    expect((await findUser(api.services.table, owner.userId))?.email).toBe(owner.userEmail);
    expect((await verify(token)).status).toBe(410);
  });
});

describe("a changed e-mail", () => {
  /** An attacker with the password changes the account's e-mail. Returns the undo link mailed to the former address. */
  async function stealAccount(facts: { userEmail?: string; userUsername?: string; userPassword?: string } = {}) {
    const account = facts.userUsername ? undefined : await people.createSignedInAccount();
    const { userUsername = account?.userUsername ?? "", userPassword = PASSWORD } = facts;
    const former = facts.userEmail ?? account?.userEmail ?? "";
    const userEmail = `thief.${api.services.newId()}@ochre.test`;
    await api.call(updateEmail, { body: { userUsername, userPassword, userEmail } });
    expect((await verify(people.readMailedToken(userEmail))).status).toBe(200);
    await api.processEvents();
    expect(subjectsTo(former)[0]).toBe("The email of your Ochre account was changed");
    return { account, userUsername, former, userEmail, undo: people.readMailedToken(former) };
  }
  const getEmail = async (account: Awaited<ReturnType<typeof people.createSignedInAccount>> | undefined) =>
    (await api.call(readSettings, { as: account?.userId, params: { userId: account?.userId ?? "" } })).body.userEmail;

  test("is undone by the former address, which ends every session and disables the password", async () => {
    const { account, userUsername, former, userEmail, undo } = await stealAccount();
    const thief = await people.logIn(userUsername);
    const reply = await verify(undo);
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.emailRestored, expose: true }]);
    expect(await getEmail(account)).toBe(former);
    expect((await api.call(refreshToken, withJid(thief.jid))).status).toBe(401);
    expect((await api.call(login, { body: { userUsername, userPassword: PASSWORD } })).status).toBe(401);
    expect((await verify(undo)).status).toBe(410);
    // The attacker's address gets no such link, and can be used again.
    await api.processEvents();
    expect(subjectsTo(userEmail)).not.toContain("The email of your Ochre account was changed");
    await people.createVerifiedAccount({ userEmail });
  });

  test("is undone even after the attacker has set a new password and changed the address again", async () => {
    const { account, userUsername, former, userEmail, undo } = await stealAccount();
    const { token } = await people.logIn(userUsername);
    const userPassword = "the thief's password";
    const body = { userCurrent: PASSWORD, userPassword, userConfirm: userPassword };
    await api.call(changePassword, { token, params: { userId: account?.userId ?? "" }, body });
    api.travel(5);
    const next = await stealAccount({ userUsername, userEmail, userPassword });
    expect((await verify(undo)).status).toBe(200);
    expect(await getEmail(account)).toBe(former);
    expect((await verify(next.undo)).status).toBe(410);
  });

  test("is undone by the first address, even after a later one undid it", async () => {
    const { account, userUsername, former, userEmail, undo } = await stealAccount();
    api.travel(5);
    const next = await stealAccount({ userUsername, userEmail });
    expect((await verify(next.undo)).status).toBe(200);
    expect(await getEmail(account)).toBe(userEmail);
    expect((await verify(undo)).status).toBe(200);
    expect(await getEmail(account)).toBe(former);
  });

  test("that was undone isn't redone by a late stream event", async () => {
    const { account, userUsername, former, userEmail, undo } = await stealAccount();
    const next = `next.${api.services.newId()}@ochre.test`;
    await api.call(updateEmail, { body: { userUsername, userPassword: PASSWORD, userEmail: next } });
    await verify(people.readMailedToken(next));
    expect((await verify(undo)).status).toBe(200);
    api.travel(2);
    await api.processEvents();
    expect(subjectsTo(userEmail)[0]).toBe("The email of your Ochre account was changed");
    expect((await verify(people.readMailedToken(userEmail))).status).toBe(410);
    expect(await getEmail(account)).toBe(former);
  });

  test("is undone together with the passkeys and recovery codes that were added after it", async () => {
    const owner = await people.createSignedInAccount();
    const [owners, thiefs] = [createPasskey(), createPasskey()];
    const { undo } = await stealAccount({ userUsername: owner.userUsername, userEmail: owner.userEmail });
    await addFactor(owner, thiefs);
    expect((await signInWith(thiefs)).status).toBe(200);
    expect((await verify(undo)).status).toBe(200);
    expect((await signInWith(thiefs)).status).toBe(422);
    const user = await findUser(api.services.table, owner.userId);
    expect(user?.factors).toBe(0);
    expect(await listRecoveryCodes(api.services.table, owner.userId)).toEqual([]);

    const other = await people.createSignedInAccount();
    await addFactor(other, owners);
    api.travel(5);
    const proven = await signInWith(owners);
    const self = { ...other.self, token: proven.body.accessToken };
    const userEmail = `thief.${api.services.newId()}@ochre.test`;
    await api.call(changeEmail, { ...self, body: { userCurrent: PASSWORD, userEmail } });
    expect((await verify(people.readMailedToken(userEmail))).status).toBe(200);
    await api.processEvents();
    const later = createPasskey();
    await registerPasskey(self, later);
    expect((await verify(people.readMailedToken(other.userEmail))).status).toBe(200);
    expect((await signInWith(later)).status).toBe(422);
    expect((await signInWith(owners)).status).toBe(200);
    expect(await findUser(api.services.table, other.userId)).toMatchObject({ factors: 1, email: other.userEmail });
  });

  test("isn't undone after a day, by a wrong link, or if someone else has the former address by then", async () => {
    const late = await stealAccount();
    expect((await verify(`${late.undo}x`)).status).toBe(410);
    api.travel(LIFETIMES.emailUndo + 1);
    expect((await verify(late.undo)).status).toBe(410);
    expect(await getEmail(late.account)).toBe(late.userEmail);

    const taken = await stealAccount();
    await people.createVerifiedAccount({ userEmail: taken.former });
    expect((await verify(taken.undo)).status).toBe(410);
    expect(await getEmail(taken.account)).toBe(taken.userEmail);
  });
});
