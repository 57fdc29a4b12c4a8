import { beforeAll, describe, expect, test } from "vitest";
import type { Identity } from "#lambdas/areas/auth/identity.ts";
import { MailWithheld } from "#lambdas/platform/mail/open-mail.ts";
import { login, resendToken, resetPassword, signup, updateEmail, verifyToken } from "#shared/contract/auth.ts";
import { readUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { MAIL_SHARES, PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { recordCalls } from "#test/support/recording-calls.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const verify = (tokenId: string) => api.call(verifyToken, { params: { tokenId } });
const logInAs = (userUsername: string, userPassword = PASSWORD) =>
  api.call(login, { body: { userUsername, userPassword } });

/** The identity provider, of which one method fails. */
const failing = (method: keyof Identity) => ({
  identity: new Proxy(api.services.identity, {
    get: (target, name) => {
      if (name === method) return () => Promise.reject(new Error("The identity provider is away"));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }),
});

describe("signing up", () => {
  test("mails a link that verifies the address once, before which login is refused", async () => {
    const form = people.buildForm();
    const reply = await api.call(signup, { body: form });
    expect([reply.status, reply.body]).toEqual([201, { message: MESSAGES.verificationLinkSent, expose: true }]);
    const [mail] = people.mailsTo(form.userEmail);
    expect(mail?.links).toHaveLength(1);
    expect(mail?.links[0]).toMatch(/^http:\/\/localhost:3000\/verify_token\/[\w.-]+$/);
    expect([mail?.html, mail?.text].every((part) => part?.includes(mail?.links[0] ?? "-"))).toBe(true);

    const early = await logInAs(form.userUsername);
    expect([early.status, early.failure.code, early.cookies]).toEqual([403, "unverified", []]);
    expect((await api.call(readUser, { params: { username: form.userUsername } })).status).toBe(404);

    const token = people.readMailedToken(form.userEmail);
    expect((await verify(token)).body).toEqual({ message: MESSAGES.emailVerified, expose: true });
    expect((await verify(token)).status).toBe(410);
    expect((await logInAs(form.userUsername)).body.user).toMatchObject({
      name: form.userUsername,
      fullName: form.userName,
      email: form.userEmail,
      avatar: null,
      onboarded: false,
      favorites: [],
      notifications: 0,
    });
  });

  test("accepts a username and an email address once, ignoring case", async () => {
    const { userUsername, userEmail } = await people.createVerifiedAccount();
    const name = await api.call(signup, { body: people.buildForm({ userUsername: userUsername.toUpperCase() }) });
    expect([name.status, name.failure.fields]).toEqual([409, { userUsername: MESSAGES.usernameTaken }]);
    const form = people.buildForm({ userEmail: userEmail.toUpperCase() });
    await api.call(signup, { body: form });
    expect((await logInAs(userEmail)).body.user.name).toBe(userUsername);
  });

  test("with a used address gets the usual response, and only the address is notified", async () => {
    const { userUsername, userEmail } = await people.createVerifiedAccount();
    const address = userEmail.toUpperCase();
    const reply = await api.call(signup, { body: people.buildForm({ userEmail: address }) });
    expect([reply.status, reply.body]).toEqual([201, { message: MESSAGES.verificationLinkSent, expose: true }]);
    expect(people.mailsTo(address)[0]).toMatchObject({
      subject: "Your email already has an account at Ochre",
      links: ["http://localhost:3000/account_restoration"],
    });
    expect((await logInAs(userUsername)).status).toBe(200);
  });

  test("makes the same calls for an address that has an account", async () => {
    const { userEmail } = await people.createVerifiedAccount();
    const callsFor = async (facts: object) => {
      const { calls, instead } = recordCalls(api);
      await api.call(signup, { body: people.buildForm(facts) }, instead);
      return calls;
    };
    const fresh = people.buildForm();
    expect(await callsFor({ userEmail })).toEqual(await callsFor(fresh));
    // Repeated within the mail limit.
    expect(await callsFor({ userEmail })).toEqual(await callsFor({ userEmail: fresh.userEmail }));
  });

  /** Responses and calls after signing up once and twice with an address, as seen without access to its mailbox. */
  async function probeEmail(userEmail: string) {
    const [first, second] = [1, 2].map((nth) =>
      people.buildForm({ userEmail, userPassword: `password number ${nth}` }),
    );
    if (!first || !second) throw new Error("No forms");
    const answer = async (userUsername: string, userPassword: string) => {
      const { calls, instead } = recordCalls(api);
      const reply = await api.call(login, { body: { userUsername, userPassword } }, instead);
      return { status: reply.status, code: reply.failure.code, calls };
    };
    const learned: unknown[] = [];
    for (const form of [first, second]) {
      await api.call(signup, { body: form });
      learned.push(await answer(form.userUsername, form.userPassword));
      learned.push(await answer(userEmail.toUpperCase(), form.userPassword));
      learned.push(await answer(form.userUsername, "a wrong password"));
      learned.push(await answer(userEmail, "a wrong password"));
      const name = people.buildForm({ userUsername: form.userUsername });
      learned.push((await api.call(signup, { body: name })).failure.code);
    }
    learned.push(await answer(userEmail, first.userPassword));
    api.travel(PASSWORD_ATTEMPTS.unknownBrowsers.quiet + 1);
    const moved = `moved.${first.userUsername}@ochre.test`;
    const { userUsername, userPassword } = first;
    learned.push((await api.call(updateEmail, { body: { userUsername, userPassword, userEmail: moved } })).status);
    learned.push((await verify(people.readMailedToken(moved))).status);
    learned.push((await logInAs(moved, userPassword)).status);
    return learned;
  }

  test("with a used address can't be distinguished from one with a new address by later calls", async () => {
    const { userUsername, userEmail } = await people.createVerifiedAccount();
    const known = await probeEmail(userEmail);
    expect(known).toEqual(await probeEmail(people.buildForm().userEmail));
    expect(known.slice(0, 2)).toMatchObject([{ code: "unverified" }, { code: "unverified" }]);
    expect((await logInAs(userUsername)).body.user.email).toBe(userEmail);
    expect((await logInAs(userEmail)).status).toBe(200);
  });

  test("can be verified by a second mail if the first one failed", async () => {
    const form = people.buildForm();
    const mail = { ...api.services.mail, send: () => Promise.reject(new Error("no post today")) };
    const reply = await api.call(signup, { body: form }, { mail });
    expect([reply.status, people.mailsTo(form.userEmail)]).toEqual([201, []]);
    await api.call(resendToken, { body: { userEmail: form.userEmail } });
    await api.processEvents();
    expect((await verify(people.readMailedToken(form.userEmail))).status).toBe(200);
    expect((await logInAs(form.userUsername)).status).toBe(200);
  });

  test("answers 503 if the stage can't send mail, and releases the username and the address", async () => {
    const form = people.buildForm();
    const mail = { ...api.services.mail, send: () => Promise.reject(new MailWithheld("MessageRejected")) };
    const refused = await api.call(signup, { body: form }, { mail });
    expect([refused.status, refused.failure]).toMatchObject([503, { code: "mail_unavailable", expose: true }]);
    const known = { ...people.buildForm(), userEmail: (await people.createVerifiedAccount()).userEmail };
    expect((await api.call(signup, { body: known }, { mail })).status).toBe(503);
    expect((await api.call(signup, { body: form })).status).toBe(201);
    expect((await verify(people.readMailedToken(form.userEmail))).status).toBe(200);
  });

  test("by twenty concurrent requests for one username or address creates one account", async () => {
    const atOnce = (facts: (nth: number) => object) =>
      Promise.all(Array.from({ length: 20 }, (_, nth) => api.call(signup, { body: people.buildForm(facts(nth)) })));
    const codes = (replies: Awaited<ReturnType<typeof atOnce>>) =>
      replies.map(({ status, failure }) => (status === 201 ? "won" : failure.code)).sort();

    const spelled = (nth: number) => (nth % 2 ? "Everyones.Name" : "everyones.name");
    expect(codes(await atOnce((nth) => ({ userUsername: spelled(nth) })))).toEqual([
      ...Array(19).fill("username_taken"),
      "won",
    ]);
    expect(codes(await atOnce(() => ({ userEmail: "everyone@ochre.test" })))).toEqual(Array(20).fill("won"));
    const tokens = people.mailsTo("everyone@ochre.test").map(({ links }) => links[0]?.split("/").at(-1) ?? "");
    expect(tokens).toHaveLength(MAIL_SHARES.signup.count);
    const statuses = await Promise.all(tokens.map(async (token) => (await verify(token)).status));
    expect(statuses.sort()).toEqual([200, ...Array(tokens.length - 1).fill(410)]);
  });

  test("releases the username and the address when the identity provider fails", async () => {
    const form = people.buildForm();
    await expect(api.call(signup, { body: form }, failing("register"))).rejects.toThrow("away");
    expect((await api.call(signup, { body: form })).status).toBe(201);
  });

  test("releases them when the identity provider throttles, and answers 429", async () => {
    const form = people.buildForm();
    const busy = { identity: { register: async () => "too_many" } };
    expect((await api.call(signup, { body: form }, busy)).status).toBe(429);
    expect((await api.call(signup, { body: form })).status).toBe(201);
  });

  test("that crashed halfway reserves its username for minutes, not for a day", async () => {
    const form = people.buildForm();
    await new Promise((reached) => {
      const register = () => new Promise<never>(() => reached(undefined));
      void api.call(signup, { body: form }, { identity: { register } });
    });
    expect((await api.call(signup, { body: form })).status).toBe(409);
    api.travel(LIFETIMES.unfinishedSignup + 1);
    expect((await api.call(signup, { body: form })).status).toBe(201);
  });

  test("reports every invalid field", async () => {
    const empty = await api.call(signup, { body: {} });
    const fields = ["userName", "userUsername", "userEmail", "userPassword", "userConfirm"];
    expect([empty.status, empty.failure.fields]).toEqual([
      400,
      Object.fromEntries(fields.map((field) => [field, MESSAGES.required])),
    ]);
    const wrong = { userUsername: "admin", userEmail: "ada@", userPassword: "too short" };
    const refused = await api.call(signup, { body: { ...people.buildForm(wrong), userConfirm: "other" } });
    expect(refused.failure.fields).toMatchObject({
      userUsername: MESSAGES.usernameNotAllowed,
      userEmail: MESSAGES.emailInvalid,
      userPassword: MESSAGES.invalid,
    });
  });

  test.each([
    ["of 300 characters", "p".repeat(300)],
    ["with white space around it", "  spaces around  "],
    ["of more than one line", "first line\nsecond line"],
    ["of ten characters beyond Latin", "пароль🔑密码パス"],
  ])("accepts a password %s, and no other at login", async (_, userPassword) => {
    const account = await people.createVerifiedAccount({ userPassword });
    expect((await logInAs(account.userUsername, userPassword)).status).toBe(200);
    expect((await logInAs(account.userUsername, userPassword.trim().slice(0, 256).concat("?"))).status).toBe(401);
  });
});

describe("the return page of a sign-up", () => {
  const returnTo = "/artwork/0198f3a1-0000-7000-8000-000000000002?license=commercial";
  const signUp = async (facts: object = { returnTo }) => {
    const form = people.buildForm();
    expect((await api.call(signup, { body: { ...form, ...facts } })).status).toBe(201);
    return form;
  };

  test("is returned when the link is opened, without a cookie", async () => {
    const { userEmail } = await signUp();
    const reply = await verify(people.readMailedToken(userEmail));
    expect([reply.status, reply.body, reply.cookies]).toEqual([
      200,
      { message: MESSAGES.emailVerified, expose: true, returnTo },
      [],
    ]);
    expect(await scanTable()).not.toContain(returnTo);
  });

  test("is returned by a link that was mailed again", async () => {
    const { userEmail } = await signUp();
    await api.call(resendToken, { body: { userEmail } });
    await api.processEvents();
    expect((await verify(people.readMailedToken(userEmail))).body.returnTo).toBe(returnTo);
  });

  test("is returned by the link to a corrected address", async () => {
    const { userUsername, userPassword } = await signUp();
    const userEmail = `mended.${userUsername}@ochre.test`;
    expect((await api.call(updateEmail, { body: { userUsername, userPassword, userEmail } })).status).toBe(200);
    const reply = await verify(people.readMailedToken(userEmail));
    expect(reply.body).toEqual({ message: MESSAGES.emailVerified, expose: true, returnTo });
    expect((await logInAs(userUsername)).status).toBe(200);
  });

  test("must be a page of this site", async () => {
    for (const elsewhere of ["https://evil.test/", "//evil.test", "/\\evil.test"]) {
      const { status, failure } = await api.call(signup, { body: { ...people.buildForm(), returnTo: elsewhere } });
      expect([status, failure.fields]).toEqual([400, { returnTo: MESSAGES.invalid }]);
    }
  });
});

describe("an unverified account", () => {
  test("reserves its username for a day, as long as its link works", async () => {
    const late = await people.createUnverifiedAccount();
    api.travel(LIFETIMES.verificationLink - 60);
    const { userUsername } = late;
    expect((await api.call(signup, { body: people.buildForm({ userUsername }) })).status).toBe(409);
    expect((await verify(late.tokenId)).status).toBe(200);
  });

  test("loses its username and its link after a day", async () => {
    const late = await people.createUnverifiedAccount();
    api.travel(LIFETIMES.verificationLink + 60);
    const { userUsername, userEmail } = late;
    const next = await people.createVerifiedAccount({ userUsername, userEmail, userPassword: "another password" });
    expect((await verify(late.tokenId)).status).toBe(410);
    expect((await logInAs(userUsername)).status).toBe(401);
    expect((await logInAs(userEmail, next.userPassword)).status).toBe(200);
  });

  test("is verified once by concurrent openings of its link", async () => {
    const account = await people.createUnverifiedAccount();
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await verify(account.tokenId)).status));
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(410)]);
    expect((await logInAs(account.userEmail)).status).toBe(200);
  });

  test("has a link with 256 random bits, which works for no other account or purpose", async () => {
    const [one, other] = [await people.createUnverifiedAccount(), await people.createUnverifiedAccount()];
    const [userId = "", secret = ""] = one.tokenId.split(".");
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect((await verify(`${other.tokenId.split(".")[0]}.${secret}`)).status).toBe(410);
    const form = { userPassword: "a better password", userConfirm: "a better password" };
    const reset = await api.call(resetPassword, { params: { userId, resetToken: secret }, body: form });
    expect(reset.status).toBe(410);
    expect((await verify(one.tokenId)).status).toBe(200);
  });
});

describe("requesting the link again", () => {
  const ask = async (userEmail: string) => {
    const reply = await api.call(resendToken, { body: { userEmail } });
    await api.processEvents();
    return reply;
  };

  test("mails a new link", async () => {
    const account = await people.createUnverifiedAccount();
    const reply = await ask(account.userEmail.toUpperCase());
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.verificationLinkSent, expose: true }]);
    expect(people.mailsTo(account.userEmail)).toHaveLength(2);
    expect((await verify(people.readMailedToken(account.userEmail))).status).toBe(200);
  });

  test("doesn't extend the reservation of the username, with which the new link expires", async () => {
    const { userUsername, userEmail } = await people.createUnverifiedAccount();
    api.travel(LIFETIMES.verificationLink - 30 * 60);
    await ask(userEmail);
    expect(people.mailsTo(userEmail)[0]?.text).toMatch(/works once, for (29|30) minutes/);
    const tokenId = people.readMailedToken(userEmail);
    expect((await api.call(signup, { body: people.buildForm({ userUsername }) })).status).toBe(409);
    api.travel(30 * 60 + 5);
    expect((await verify(tokenId)).status).toBe(410);
    expect((await api.call(signup, { body: people.buildForm({ userUsername }) })).status).toBe(201);
  });

  test("verifies by the new link until it expires", async () => {
    const { userUsername, userEmail } = await people.createUnverifiedAccount();
    api.travel(LIFETIMES.verificationLink - 120);
    await ask(userEmail);
    expect((await verify(people.readMailedToken(userEmail))).status).toBe(200);
    expect((await logInAs(userUsername)).status).toBe(200);
  });

  test("leaves no trace of the address in the table afterwards", async () => {
    await ask("asked.for.once@ochre.test");
    expect(await scanTable()).not.toContain("asked.for.once");
  });

  test("answers the same for an unknown and for a verified address, and mails neither", async () => {
    const { userEmail } = await people.createVerifiedAccount();
    const replies = [await ask(userEmail), await ask("nobody@ochre.test")];
    for (const { status, body } of replies) {
      expect([status, body]).toEqual([200, { message: MESSAGES.verificationLinkSent, expose: true }]);
    }
    expect(people.mailsTo(userEmail)).toHaveLength(1);
    expect(people.mailsTo("nobody@ochre.test")).toHaveLength(0);
  });
});
