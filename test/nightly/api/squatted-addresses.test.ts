import { beforeAll, describe, expect, test } from "vitest";
import {
  changeEmail,
  forgotPassword,
  login,
  resendToken,
  signup,
  updateEmail,
  verifyToken,
} from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MAIL_SHARES, TARGET_THROTTLES } from "#shared/throttles.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const SQUATTERS = "the squatter's own password";
const verify = async (tokenId: string) => (await api.call(verifyToken, { params: { tokenId } })).status;
const logIn = (userUsername: string, userPassword = PASSWORD) =>
  api.call(login, { body: { userUsername, userPassword } });

/** A sign-up with another person's e-mail: only that person gets its link. */
async function squatAddress() {
  const owner = people.buildForm();
  const squatter = people.buildForm({ userEmail: owner.userEmail, userPassword: SQUATTERS });
  expect((await api.call(signup, { body: squatter, from: "203.0.113.66" })).status).toBe(201);
  return { owner, squatter };
}

/** The tokens mailed to an address for an account, newest first. */
const tokensFor = ({ userEmail, userUsername }: { userEmail: string; userUsername: string }) =>
  people
    .mailsTo(userEmail)
    .filter(({ subject, text }) => subject.startsWith("Verify") && text.includes(`account ${userUsername} `))
    .map(({ links }) => decodeURIComponent(links[0]?.split("/").at(-1) ?? ""));

describe("an address that someone else signed up with first", () => {
  test("gives its owner their own link, which claims the address", async () => {
    const { owner, squatter } = await squatAddress();
    expect((await api.call(signup, { body: owner })).status).toBe(201);
    expect(await verify(tokensFor(owner)[0] ?? "")).toBe(200);
    expect((await logIn(owner.userEmail)).body.user.name).toBe(owner.userUsername);
    expect(await verify(tokensFor(squatter)[0] ?? "")).toBe(410);
    expect((await logIn(squatter.userUsername, SQUATTERS)).failure.code).toBe("unverified");
    expect((await logIn(owner.userEmail, SQUATTERS)).failure.code).toBe("unverified");
  });

  test("belongs to one account only when all links are opened at once", async () => {
    const { owner, squatter } = await squatAddress();
    await api.call(signup, { body: owner });
    const tokens = [...tokensFor(owner), ...tokensFor(squatter)];
    const statuses = await Promise.all(tokens.map(verify));
    expect(statuses.sort()).toEqual([200, 410]);
  });

  test("is mailed the link of the sign-up that requests it again", async () => {
    const { owner, squatter } = await squatAddress();
    await api.call(signup, { body: owner });
    const late = people.buildForm({ userEmail: owner.userEmail, userPassword: SQUATTERS });
    await api.call(signup, { body: late, from: "203.0.113.67" });
    const body = { userEmail: owner.userEmail.toUpperCase(), userUsername: owner.userUsername.toUpperCase() };
    await api.call(resendToken, { body });
    await api.processEvents();
    expect([owner, squatter, late].map((form) => tokensFor(form).length)).toEqual([2, 1, 1]);
    expect(await verify(tokensFor(owner)[0] ?? "")).toBe(200);
    expect((await logIn(owner.userUsername)).status).toBe(200);
  });

  test("is mailed a link for each of the latest sign-ups if none is specified", async () => {
    const { owner, squatter } = await squatAddress();
    await api.call(signup, { body: owner });
    await api.call(resendToken, { body: { userEmail: owner.userEmail } });
    await api.processEvents();
    expect([tokensFor(owner).length, tokensFor(squatter).length]).toEqual([2, 2]);
    expect(await verify(tokensFor(owner)[0] ?? "")).toBe(200);
  });

  test("gets no link by the username of an account with another address", async () => {
    const { owner } = await squatAddress();
    const other = await people.createUnverifiedAccount();
    const before = [owner, other].map(({ userEmail }) => people.mailsTo(userEmail).length);
    await api.call(resendToken, { body: { userEmail: owner.userEmail, userUsername: other.userUsername } });
    await api.processEvents();
    expect([owner, other].map(({ userEmail }) => people.mailsTo(userEmail).length)).toEqual(before);
  });

  test("can be taken by an account that changes its e-mail", async () => {
    const { owner } = await squatAddress();
    const [mover, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const { userEmail } = owner;
    await api.call(changeEmail, { ...other.self, body: { userCurrent: PASSWORD, userEmail } });
    expect(people.mailsTo(userEmail)[0]?.subject).toMatch(/^Confirm/);
    const wish = { userUsername: mover.userUsername, userPassword: PASSWORD, userEmail };
    expect((await api.call(updateEmail, { body: wish })).status).toBe(200);
    expect(await verify(people.readMailedToken(userEmail))).toBe(200);
    expect((await logIn(userEmail)).body.user.name).toBe(mover.userUsername);
  });

  test("gets no reset link while it is unverified", async () => {
    const { owner } = await squatAddress();
    await api.call(forgotPassword, { body: { userEmail: owner.userEmail } });
    await api.processEvents();
    expect(people.mailsTo(owner.userEmail).map(({ subject }) => subject)).toEqual(["Verify your email for Ochre"]);
  });

  test("isn't flooded from one IP address, and its owner's link still arrives", async () => {
    const owner = people.buildForm();
    const sign = (from: string, form = people.buildForm({ userEmail: owner.userEmail })) =>
      api.call(signup, { body: form, from });
    for (let nth = 0; nth < MAIL_SHARES.signup.count + 3; nth++) expect((await sign("203.0.113.68")).status).toBe(201);
    expect(people.mailsTo(owner.userEmail)).toHaveLength(MAIL_SHARES.signup.count);
    await sign("203.0.113.69", owner);
    expect(await verify(tokensFor(owner)[0] ?? "")).toBe(200);
  });

  test("gets a limited number of links per request", async () => {
    const { owner } = await squatAddress();
    for (let nth = 0; nth <= LIMITS.waitingSignups; nth++) {
      const from = `203.0.113.${70 + nth}`;
      await api.call(signup, { body: people.buildForm({ userEmail: owner.userEmail }), from });
    }
    const before = people.mailsTo(owner.userEmail).length;
    await api.call(resendToken, { body: { userEmail: owner.userEmail } });
    await api.processEvents();
    expect(people.mailsTo(owner.userEmail)).toHaveLength(before + LIMITS.waitingSignups);
  });
});

describe.each([
  ["update_email", updateEmail],
  ["the settings", changeEmail],
] as const)("an address that %s names", (what, route) => {
  const { each, together } = TARGET_THROTTLES.emailChange;
  const target = `target.of.${what.replace(" ", ".")}`;
  const ask = async (account: Awaited<ReturnType<typeof people.createSignedInAccount>>, userEmail: string) => {
    const body = { userUsername: account.userUsername, userPassword: PASSWORD, userCurrent: PASSWORD, userEmail };
    return (await api.call(route as typeof updateEmail, { ...account.self, body })).status;
  };

  test("is mailed a few times for one account, whose last link stays valid", async () => {
    const account = await people.createSignedInAccount();
    const userEmail = `${target}.1@ochre.test`;
    for (let nth = 0; nth < each.count; nth++) expect(await ask(account, userEmail)).toBe(200);
    expect(await ask(account, userEmail.toUpperCase())).toBe(429);
    expect(people.mailsTo(userEmail)).toHaveLength(each.count);
    expect(await ask(account, `other.${userEmail}`)).toBe(200);
    expect(await ask(account, userEmail)).toBe(429);
    api.travel(each.seconds);
    expect(await ask(account, userEmail)).toBe(200);
    expect(await verify(people.readMailedToken(userEmail))).toBe(200);
  });

  test("isn't flooded by many accounts", async () => {
    const userEmail = `${target}.2@ochre.test`;
    const statuses: number[] = [];
    while (statuses.length < together.count + each.count) {
      const account = await people.createSignedInAccount();
      for (let nth = 0; nth < each.count; nth++) statuses.push(await ask(account, userEmail));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(together.count);
    expect(people.mailsTo(userEmail)).toHaveLength(together.count);
  });
});
