import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { cancelEmailChange } from "#lambdas/areas/auth/email-change.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { transact } from "#lambdas/platform/table/transact.ts";
import {
  changeEmail,
  checkResetLink,
  forgotPassword,
  login,
  refreshToken,
  resetPassword,
  updateEmail,
  verifyToken,
} from "#shared/contract/auth.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { recordCalls } from "#test/support/recording-calls.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const NEXT = "a better password";
const forgot = async (userEmail: string) => {
  const reply = await api.call(forgotPassword, { body: { userEmail } });
  await api.processEvents();
  return reply;
};
const reset = (userId: string, resetToken: string, userPassword = NEXT, userConfirm = userPassword) =>
  api.call(resetPassword, { params: { userId, resetToken }, body: { userPassword, userConfirm } });
const verify = (tokenId: string) => api.call(verifyToken, { params: { tokenId } });
const statusOfLogin = async (userUsername: string, userPassword = PASSWORD) =>
  (await api.call(login, { body: { userUsername, userPassword } })).status;
const statusOfRefresh = async (jid: string) => (await api.call(refreshToken, withJid(jid))).status;

describe("a forgotten password", () => {
  test("is reset once by the mailed link, which ends every session and notifies the owner", async () => {
    const account = await people.createSignedInAccount();
    const other = await people.logIn(account.userEmail);
    const reply = await forgot(account.userEmail.toUpperCase());
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.resetLinkSent, expose: true }]);
    const link = people.mailsTo(account.userEmail)[0]?.links[0] ?? "";
    const code = people.readMailedToken(account.userEmail);
    expect(link).toBe(`http://localhost:3000/reset_password/user/${account.userId}/token/${code}`);

    const done = await reset(account.userId, code);
    expect([done.status, done.body]).toEqual([200, { message: "Password successfully changed", expose: true }]);
    expect(await Promise.all([account.jid, other.jid].map(statusOfRefresh))).toEqual([401, 401]);
    expect(await statusOfLogin(account.userUsername)).toBe(401);
    expect(await statusOfLogin(account.userUsername, NEXT)).toBe(200);
    expect(people.mailsTo(account.userEmail).map(({ subject }) => subject)).toContain(
      "Your Ochre password was changed",
    );

    const again = await reset(account.userId, code, "yet another password");
    expect([again.status, again.failure.code]).toEqual([410, "link_expired"]);
    expect(await statusOfLogin(account.userUsername, NEXT)).toBe(200);
  });

  test("can be reset by an owner who is locked out", async () => {
    const account = await people.createVerifiedAccount();
    const [userId = ""] = account.tokenId.split(".");
    for (let nth = 0; nth < 12; nth++) await statusOfLogin(account.userUsername, "wrong password");
    expect(await statusOfLogin(account.userUsername)).toBe(429);
    await forgot(account.userEmail);
    expect((await reset(userId, people.readMailedToken(account.userEmail))).status).toBe(200);
    expect(await statusOfLogin(account.userUsername, NEXT)).toBe(200);
  });

  test("gets the same response for an unknown and an unverified address, and mails neither", async () => {
    const { userEmail } = await people.createUnverifiedAccount();
    const mailed = people.mailsTo(userEmail).length;
    for (const address of [userEmail, "nobody@ochre.test"]) {
      const { status, body } = await forgot(address);
      expect([status, body]).toEqual([200, { message: MESSAGES.resetLinkSent, expose: true }]);
    }
    expect([people.mailsTo(userEmail).length, people.mailsTo("nobody@ochre.test").length]).toEqual([mailed, 0]);
  });

  test("isn't reset by an expired or wrong link, or one of another account", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    await forgot(account.userEmail);
    const code = people.readMailedToken(account.userEmail);
    const nobody = api.services.newId();
    for (const [userId, token] of [
      [account.userId, code === "123456" ? "654321" : "123456"],
      [account.userId, "no code at all"],
      [account.userId, "x".repeat(3000)],
      [other.userId, code],
      [nobody, code],
    ] as const) {
      expect([userId, (await reset(userId, token)).status]).toEqual([userId, 410]);
    }
    api.travel(LIFETIMES.resetLink + 1);
    expect((await reset(account.userId, code)).status).toBe(410);
    expect(await statusOfLogin(account.userUsername)).toBe(200);
  });

  test("has a link that can be checked repeatedly, until it is used or expired", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const check = (userId: string, resetToken: string) => api.call(checkResetLink, { params: { userId, resetToken } });
    await forgot(account.userEmail);
    const token = people.readMailedToken(account.userEmail);
    for (let visit = 0; visit < 3; visit++) expect((await check(account.userId, token)).status).toBe(204);
    for (const [userId, secret] of [
      [other.userId, token],
      [account.userId, "x".repeat(43)],
      [api.services.newId(), token],
    ] as const) {
      const refused = await check(userId, secret);
      expect([refused.status, refused.failure.code]).toEqual([410, "link_expired"]);
    }
    expect((await reset(account.userId, token)).status).toBe(200);
    expect((await check(account.userId, token)).status).toBe(410);
    await forgot(other.userEmail);
    const later = people.readMailedToken(other.userEmail);
    api.travel(LIFETIMES.resetLink + 1);
    expect((await check(other.userId, later)).status).toBe(410);
  });

  test("is reset once by concurrent uses of the link", async () => {
    const account = await people.createVerifiedAccount();
    const [userId = ""] = account.tokenId.split(".");
    await forgot(account.userEmail);
    const token = people.readMailedToken(account.userEmail);
    const tries = Array.from({ length: 6 }, (_, nth) => `password of try ${nth}`);
    const statuses = await Promise.all(tries.map(async (next) => (await reset(userId, token, next)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 410, 429].includes(status))).toEqual([]);
    const winner = tries[statuses.indexOf(200)] ?? "";
    expect(await statusOfLogin(account.userUsername, winner)).toBe(200);
    expect((await reset(userId, token)).status).toBe(410);
  });

  test.each(["setPassword", "signOutEverywhere"] as const)(
    "can be reset with the same link 15 seconds after the identity provider failed at %s",
    async (call) => {
      const account = await people.createSignedInAccount();
      await forgot(account.userEmail);
      const token = people.readMailedToken(account.userEmail);
      const { identity } = api.services;
      const failingIdentity = Object.assign(Object.create(identity), {
        setPassword: identity.setPassword.bind(identity),
        signOutEverywhere: identity.signOutEverywhere.bind(identity),
        [call]: () => Promise.reject(new Error("unavailable")),
      });
      const sent = { params: { userId: account.userId, resetToken: token } };
      const body = { userPassword: NEXT, userConfirm: NEXT };
      await expect(api.call(resetPassword, { ...sent, body }, { identity: failingIdentity })).rejects.toThrow(
        "unavailable",
      );
      const early = await reset(account.userId, token);
      expect([early.status, Number(early.headers["retry-after"])]).toEqual([429, LIFETIMES.resetAttempt]);
      api.travel(LIFETIMES.resetAttempt + 1);
      expect((await reset(account.userId, token)).status).toBe(200);
      expect(await statusOfLogin(account.userUsername, NEXT)).toBe(200);
      expect(await statusOfRefresh(account.jid)).toBe(401);
    },
  );

  test("isn't reset by a link of a former email address or of a former password", async () => {
    const moved = await people.createSignedInAccount();
    await forgot(moved.userEmail);
    const atOldAddress = people.readMailedToken(moved.userEmail);
    const body = { userUsername: moved.userUsername, userPassword: PASSWORD, userEmail: "moved.away@ochre.test" };
    await api.call(updateEmail, { body });
    await verify(people.readMailedToken("moved.away@ochre.test"));
    expect((await reset(moved.userId, atOldAddress)).status).toBe(410);
    expect(await statusOfLogin(moved.userUsername)).toBe(200);

    const changed = await people.createSignedInAccount();
    await forgot(changed.userEmail);
    const before = people.readMailedToken(changed.userEmail);
    await forgot(changed.userEmail);
    expect((await reset(changed.userId, people.readMailedToken(changed.userEmail))).status).toBe(200);
    expect((await reset(changed.userId, before, "an older wish")).status).toBe(410);
    expect(await statusOfLogin(changed.userUsername, NEXT)).toBe(200);
  });

  test("can be reset for an account without a user at the identity provider", async () => {
    const { userId, name, email } = await createGiven(api).user();
    expect(await statusOfLogin(name)).toBe(401);
    await forgot(email);
    expect((await reset(userId, people.readMailedToken(email))).status).toBe(200);
    expect(await statusOfLogin(name, NEXT)).toBe(200);
  });

  test("requires a valid new password, entered twice", async () => {
    const { userId } = await people.createSignedInAccount();
    expect((await reset(userId, "123456", "short")).failure.fields).toEqual({ userPassword: MESSAGES.invalid });
    expect((await reset(userId, "123456", NEXT, "different one")).failure.fields).toEqual({
      userConfirm: MESSAGES.passwordsDiffer,
    });
    expect((await reset("not-an-id", "123456")).failure.fields).toEqual({ userId: MESSAGES.invalidUuid });
  });
});

describe("an inaccessible email address", () => {
  const update = (userUsername: string, userEmail: string, userPassword = PASSWORD) =>
    api.call(updateEmail, { body: { userUsername, userPassword, userEmail } });

  test("of a new account is replaced by one whose link verifies the account", async () => {
    const account = await people.createUnverifiedAccount({ userEmail: "typo@ochre.test" });
    const reply = await update(account.userUsername, "right@ochre.test");
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.emailChanged, expose: true }]);
    expect(await statusOfLogin(account.userUsername)).toBe(403);

    const token = people.readMailedToken("right@ochre.test");
    expect((await verify(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(410);
    expect((await verify(account.tokenId)).status).toBe(410);
    expect(await statusOfLogin("right@ochre.test")).toBe(200);
    expect(await statusOfLogin("typo@ochre.test")).toBe(401);
    await people.createVerifiedAccount({ userEmail: "typo@ochre.test" });
    api.travel(LIFETIMES.verificationLink + 60);
    expect(await statusOfLogin(account.userUsername)).toBe(200);
  });

  test("of a verified account stays valid until the new one's link is opened, and is then notified", async () => {
    const account = await people.createVerifiedAccount();
    await update(account.userEmail, "moved@ochre.test");
    expect(await statusOfLogin(account.userEmail)).toBe(200);
    expect(await statusOfLogin("moved@ochre.test")).toBe(401);

    expect((await verify(people.readMailedToken("moved@ochre.test"))).status).toBe(200);
    expect(await statusOfLogin("moved@ochre.test")).toBe(200);
    expect(await statusOfLogin(account.userEmail)).toBe(401);
    await api.processEvents();
    expect(people.mailsTo(account.userEmail)[0]?.subject).toBe("The email of your Ochre account was changed");
    await forgot("moved@ochre.test");
    expect(people.mailsTo("moved@ochre.test")[0]?.subject).toBe("Reset your Ochre password");
  });

  test("requires the password, and another address than the account's own", async () => {
    const account = await people.createVerifiedAccount();
    const wrong = await update(account.userUsername, "fresh@ochre.test", "wrong password");
    const unknown = await update("nobody_at_all", "fresh@ochre.test");
    expect([wrong.status, wrong.failure]).toEqual([401, unknown.failure]);
    expect(people.mailsTo("fresh@ochre.test")).toHaveLength(0);
    const own = await update(account.userUsername, account.userEmail.toUpperCase());
    expect([own.status, own.failure.fields]).toEqual([409, { userEmail: MESSAGES.emailTaken }]);
  });

  test("gets the same response and calls for an address in use as for a free one, and only that one's owner is mailed", async () => {
    const [account, other] = [await people.createVerifiedAccount(), await people.createVerifiedAccount()];
    const { calls, instead } = recordCalls(api);
    const ask = async (userEmail: string) => {
      calls.length = 0;
      const body = { userUsername: account.userUsername, userPassword: PASSWORD, userEmail };
      const { status, body: answer, cookies } = await api.call(updateEmail, { body }, instead);
      return { status, answer, cookies, calls: [...calls] };
    };
    // The first call creates the counters.
    await ask("first.of.all@ochre.test");
    const taken = await ask(other.userEmail.toUpperCase());
    expect(taken).toEqual(await ask("nobody.has.it@ochre.test"));
    expect([taken.status, taken.answer.message]).toEqual([200, MESSAGES.emailChanged]);
    const [mail] = people.mailsTo(other.userEmail.toUpperCase());
    expect(mail?.links.map((link) => new URL(link).pathname)).toEqual(["/account_restoration"]);
  });

  test("isn't changed to an address that another account verified meanwhile", async () => {
    const account = await people.createVerifiedAccount();
    await update(account.userUsername, "wanted@ochre.test");
    const token = people.readMailedToken("wanted@ochre.test");
    await people.createVerifiedAccount({ userEmail: "wanted@ochre.test" });
    expect((await verify(token)).status).toBe(410);
    expect(await statusOfLogin(account.userEmail)).toBe(200);
  });

  test("is changed only by the latest link, and by none once the password was reset", async () => {
    const account = await people.createSignedInAccount();
    await update(account.userUsername, "first@ochre.test");
    await update(account.userUsername, "second@ochre.test");
    expect((await verify(people.readMailedToken("first@ochre.test"))).status).toBe(410);
    await forgot(account.userEmail);
    await reset(account.userId, people.readMailedToken(account.userEmail));
    expect((await verify(people.readMailedToken("second@ochre.test"))).status).toBe(410);
    expect(await statusOfLogin(account.userEmail, NEXT)).toBe(200);
  });

  test("isn't changed if the request is cancelled while its link is opened", async () => {
    const account = await people.createSignedInAccount();
    await update(account.userUsername, "overtaken@ochre.test");
    const tokenId = people.readMailedToken("overtaken@ochre.test");
    const { table } = api.services;
    // A transaction is a plain object; all other commands are dynamodb-toolbox instances.
    const overtaken: OpenTable = {
      send: async (command) => {
        if (command.constructor === Object) await transact(table, [cancelEmailChange(account.userId)]);
        return table.send(command);
      },
    };
    const reply = await api.call(verifyToken, { params: { tokenId } }, { table: overtaken });
    expect(reply.status).toBe(410);
    expect(await statusOfLogin(account.userEmail)).toBe(200);
  });

  test.each([
    ["update_email", updateEmail],
    ["the settings", changeEmail],
  ] as const)("isn't changed by a request of %s that ran during a password reset", async (_, route) => {
    const account = await people.createSignedInAccount();
    await forgot(account.userEmail);
    const resetToken = people.readMailedToken(account.userEmail);
    const { identity } = api.services;
    // The old password was right, but is replaced before the request is written.
    const overtaken = Object.assign(Object.create(identity), {
      logIn: async (userId: string, password: string) => {
        const tokens = await identity.logIn(userId, password);
        expect((await reset(account.userId, resetToken)).status).toBe(200);
        return tokens;
      },
      revoke: identity.revoke.bind(identity),
    });
    const userEmail = `overtaken.by.${account.userUsername}@ochre.test`;
    const body = { userUsername: account.userUsername, userPassword: PASSWORD, userCurrent: PASSWORD, userEmail };
    await api.call(route as typeof updateEmail, { ...account.self, body }, { identity: overtaken });
    expect((await verify(people.readMailedToken(userEmail))).status).toBe(410);
    expect(await statusOfLogin(account.userEmail, NEXT)).toBe(200);
  });

  test("isn't changed if the sessions are ended while its link is opened", async () => {
    const account = await people.createSignedInAccount();
    await update(account.userUsername, "raced@ochre.test");
    const tokenId = people.readMailedToken("raced@ochre.test");
    const { table } = api.services;
    const overtaken: OpenTable = {
      send: async (command) => {
        const notBefore = Math.floor(Date.now() / 1000);
        const { userId } = account;
        if (command.constructor === Object)
          await table.send(UserEntity.build(UpdateItemCommand).item({ userId, notBefore }));
        return table.send(command);
      },
    };
    expect((await api.call(verifyToken, { params: { tokenId } }, { table: overtaken })).status).toBe(410);
    expect(await statusOfLogin(account.userEmail)).toBe(200);
  });

  test("has a link that expires after a day", async () => {
    const account = await people.createVerifiedAccount();
    await update(account.userUsername, "late@ochre.test");
    api.travel(LIFETIMES.verificationLink + 1);
    expect((await verify(people.readMailedToken("late@ochre.test"))).status).toBe(410);
  });
});

test.each([
  ["nothing known", "nonsense"],
  ["a dot", "."],
  ["an id without a code", "0190a5f0-0000-7000-8000-000000000000."],
  ["an unknown account", "0190a5f0-0000-7000-8000-000000000000.123456"],
  ["invalid characters", "0190a5f0-0000-7000-8000-000000000000.%00 1"],
  ["an empty email change link", "e-"],
  ["an email change link of an unknown account", "e-0190a5f0-0000-7000-8000-000000000000.abc"],
  ["great length", "x".repeat(5000)],
])("a verification link with %s answers 410", async (_, tokenId) => {
  expect((await verify(tokenId)).status).toBe(410);
});
