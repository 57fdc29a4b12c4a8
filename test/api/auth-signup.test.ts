import { beforeAll, describe, expect, test } from "vitest";
import type { Identity } from "#lambdas/auth/identity.ts";
import { login, resendToken, signup, verifyToken } from "#shared/contract/auth.ts";
import { readUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { accountsIn, PASSWORD } from "#test/support/accounts.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof accountsIn>;

beforeAll(async () => {
  api = await startApi();
  people = accountsIn(api);
});

const verify = (tokenId: string) => api.call(verifyToken, { params: { tokenId } });
const logInAs = (userUsername: string, userPassword = PASSWORD) =>
  api.call(login, { body: { userUsername, userPassword } });

/** The real provider, but for one call that it doesn't answer. */
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
  test("mails a link to the site that verifies the address once, and only then lets one log in", async () => {
    const form = people.formOf();
    const reply = await api.call(signup, { body: form });
    expect([reply.status, reply.body]).toEqual([201, { message: MESSAGES.verificationLinkSent, expose: true }]);
    const [mail] = people.mailsTo(form.userEmail);
    expect(mail?.links).toHaveLength(1);
    expect(mail?.links[0]).toMatch(/^http:\/\/localhost:3000\/verify_token\/[\w.-]+$/);
    expect([mail?.html, mail?.text].every((part) => part?.includes(mail?.links[0] ?? "-"))).toBe(true);

    const early = await logInAs(form.userUsername);
    expect([early.status, early.failure.code, early.cookies]).toEqual([403, "unverified", []]);
    expect((await api.call(readUser, { params: { username: form.userUsername } })).status).toBe(404);

    const token = people.tokenMailedTo(form.userEmail);
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

  test("takes a username and an e-mail once, whatever the case", async () => {
    const { userUsername, userEmail } = await people.verified();
    const name = await api.call(signup, { body: people.formOf({ userUsername: userUsername.toUpperCase() }) });
    expect([name.status, name.failure.fields]).toEqual([409, { userUsername: MESSAGES.usernameTaken }]);
    const email = await api.call(signup, { body: people.formOf({ userEmail: userEmail.toUpperCase() }) });
    expect([email.status, email.failure.fields]).toEqual([409, { userEmail: MESSAGES.emailTaken }]);
  });

  test("by twenty at once under one name or with one address lets exactly one in", async () => {
    const atOnce = (facts: (nth: number) => object) =>
      Promise.all(Array.from({ length: 20 }, (_, nth) => api.call(signup, { body: people.formOf(facts(nth)) })));
    const codes = (replies: Awaited<ReturnType<typeof atOnce>>) =>
      replies.map(({ status, failure }) => (status === 201 ? "won" : failure.code)).sort();

    const spelled = (nth: number) => (nth % 2 ? "Everyones.Name" : "everyones.name");
    expect(codes(await atOnce((nth) => ({ userUsername: spelled(nth) })))).toEqual([
      ...Array(19).fill("username_taken"),
      "won",
    ]);
    expect(codes(await atOnce(() => ({ userEmail: "everyone@ochre.test" })))).toEqual([
      ...Array(19).fill("email_taken"),
      "won",
    ]);
    expect(people.mailsTo("everyone@ochre.test")).toHaveLength(1);
  });

  test("gives the name and the address back when the identity provider fails", async () => {
    const form = people.formOf();
    await expect(api.call(signup, { body: form }, failing("signUp"))).rejects.toThrow("away");
    expect((await api.call(signup, { body: form })).status).toBe(201);
  });

  test("gives them back as well when the provider is asked too often, and asks to wait", async () => {
    const form = people.formOf();
    const busy = { identity: { signUp: async () => "too_many" } };
    expect((await api.call(signup, { body: form }, busy)).status).toBe(429);
    expect((await api.call(signup, { body: form })).status).toBe(201);
  });

  test("that died halfway blocks its name for minutes, not for a day", async () => {
    const form = people.formOf();
    await new Promise((reached) => {
      const signUp = () => new Promise<never>(() => reached(undefined));
      void api.call(signup, { body: form }, { identity: { signUp } });
    });
    expect((await api.call(signup, { body: form })).status).toBe(409);
    api.travel(LIFETIMES.unfinishedSignup + 1);
    expect((await api.call(signup, { body: form })).status).toBe(201);
  });

  test("names every field that is wrong, in the catalogue's words", async () => {
    const empty = await api.call(signup, { body: {} });
    const fields = ["userName", "userUsername", "userEmail", "userPassword", "userConfirm"];
    expect([empty.status, empty.failure.fields]).toEqual([
      400,
      Object.fromEntries(fields.map((field) => [field, MESSAGES.required])),
    ]);
    const wrong = { userUsername: "admin", userEmail: "ada@", userPassword: "too short" };
    const refused = await api.call(signup, { body: { ...people.formOf(wrong), userConfirm: "other" } });
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
  ])("takes a password %s, and only that one", async (_, userPassword) => {
    const account = await people.verified({ userPassword });
    expect((await logInAs(account.userUsername, userPassword)).status).toBe(200);
    expect((await logInAs(account.userUsername, userPassword.trim().slice(0, 256).concat("?"))).status).toBe(401);
  });
});

describe("an account whose link stays unopened", () => {
  test("keeps its name and address for a day", async () => {
    const late = await people.unverified();
    api.travel(LIFETIMES.verificationLink - 60);
    const { userUsername, userEmail } = late;
    expect((await api.call(signup, { body: people.formOf({ userUsername }) })).status).toBe(409);
    expect((await api.call(signup, { body: people.formOf({ userEmail }) })).status).toBe(409);
    expect((await verify(late.tokenId)).status).toBe(200);
  });

  test("loses its name and address after a day, and then its link is worth nothing", async () => {
    const late = await people.unverified();
    api.travel(LIFETIMES.verificationLink + 60);
    const { userUsername, userEmail } = late;
    const next = await people.verified({ userUsername, userEmail, userPassword: "another password" });
    expect((await verify(late.tokenId)).status).toBe(410);
    expect((await logInAs(userUsername)).status).toBe(401);
    expect((await logInAs(userEmail, next.userPassword)).status).toBe(200);
  });

  test("is healed by the next opening when the table wasn't reached after the provider", async () => {
    const account = await people.unverified();
    const [userId = "", code = ""] = account.tokenId.split(".");
    expect(await api.services.identity.confirm(userId, code)).toBe("confirmed");
    expect((await verify(account.tokenId)).status).toBe(200);
    expect((await api.call(readUser, { params: { username: account.userUsername } })).status).toBe(200);
  });

  test("is healed by the next log-in as well", async () => {
    const account = await people.unverified();
    const [userId = "", code = ""] = account.tokenId.split(".");
    await api.services.identity.confirm(userId, code);
    expect((await logInAs(account.userEmail)).status).toBe(200);
    expect((await api.call(readUser, { params: { username: account.userUsername } })).status).toBe(200);
    api.travel(LIFETIMES.verificationLink + 60);
    expect((await logInAs(account.userUsername)).status).toBe(200);
  });
});

describe("asking for the link again", () => {
  test("mails a fresh one", async () => {
    const account = await people.unverified();
    const reply = await api.call(resendToken, { body: { userEmail: account.userEmail.toUpperCase() } });
    expect([reply.status, reply.body]).toEqual([200, { message: MESSAGES.verificationLinkSent, expose: true }]);
    expect(people.mailsTo(account.userEmail)).toHaveLength(2);
    expect((await verify(people.tokenMailedTo(account.userEmail))).status).toBe(200);
  });

  test("keeps the name and the address for as long as the fresh one lives", async () => {
    const account = await people.unverified();
    api.travel(LIFETIMES.verificationLink - 60);
    await api.call(resendToken, { body: { userEmail: account.userEmail } });
    api.travel(LIFETIMES.verificationLink - 60);
    const { userUsername, userEmail } = account;
    expect((await api.call(signup, { body: people.formOf({ userUsername }) })).status).toBe(409);
    expect((await api.call(signup, { body: people.formOf({ userEmail }) })).status).toBe(409);
    expect((await verify(people.tokenMailedTo(userEmail))).status).toBe(200);
  });

  test("answers the same for an unknown and for a verified address, and mails neither", async () => {
    const { userEmail } = await people.verified();
    const replies = await Promise.all(
      [userEmail, "nobody@ochre.test"].map((address) => api.call(resendToken, { body: { userEmail: address } })),
    );
    for (const { status, body } of replies) {
      expect([status, body]).toEqual([200, { message: MESSAGES.verificationLinkSent, expose: true }]);
    }
    expect(people.mailsTo(userEmail)).toHaveLength(1);
    expect(people.mailsTo("nobody@ochre.test")).toHaveLength(0);
  });
});
