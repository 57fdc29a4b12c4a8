import { beforeAll, describe, expect, test } from "vitest";
import { recordProof } from "#lambdas/areas/second-factor/factor-proof.ts";
import { deactivateUser, login, refreshToken } from "#shared/contract/auth.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  completeLogin,
  proveOwner,
  readFactors,
  readLoginFactors,
  readProofOptions,
  removePasskey,
  signInByPasskey,
} from "#shared/contract/second-factor.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { type Account, createAccounts, findJid, PASSWORD, withJid } from "#test/support/accounts.ts";
import { createPasskey, type Tampering } from "#test/support/passkey.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

type Self = Pick<Account, "self">;
type Passkey = ReturnType<typeof createPasskey>;

const prove = ({ self }: Self) => api.call(proveOwner, { ...self, body: { kind: "password", userPassword: PASSWORD } });

const getOptions = async ({ self }: Self) => (await api.call(beginPasskey, self)).body.options;

/** Registers a passkey with a recently authenticated session. */
const register = async (account: Self, passkey = createPasskey(), name = "Phone", tampering: Tampering = {}) => {
  const registration = passkey.register(await getOptions(account), tampering);
  return api.call(addPasskey, { ...account.self, body: { name, registration } });
};

async function holder(passkey = createPasskey()) {
  const account = await people.createSignedInAccount();
  await prove(account);
  const reply = await register(account, passkey);
  expect(reply.status).toBe(201);
  return { ...account, passkey, recoveryCodes: reply.body.recoveryCodes ?? [] };
}

const getPasskeyId = async ({ self }: Self) => (await api.call(readFactors, self)).body.passkeys[0]?.id ?? "";

const signInOptions = async () => (await api.call(beginPasskeySignIn)).body.options;
const signIn = (assertion: object, cookies: readonly string[] = []) =>
  api.call(signInByPasskey, { body: { assertion }, cookies });
const signInWith = async (passkey: Passkey, tampering: Tampering = {}) =>
  signIn(passkey.sign(await signInOptions(), tampering));

const startLogin = async ({ userUsername }: Pick<Account, "userUsername">) => {
  const reply = await api.call(login, { body: { userUsername, userPassword: PASSWORD } });
  expect(reply.failure.code).toBe("second_factor_required");
  return reply.cookies.map((cookie) => cookie.split(";")[0] ?? "");
};

describe("a passkey", () => {
  test("is added after the password, and brings recovery codes and a mail", async () => {
    const account = await people.createSignedInAccount();
    expect((await api.call(beginPasskey, account.self)).failure.code).toBe("proof_required");
    await prove(account);
    const options = await getOptions(account);
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Ochre" },
      user: { name: account.userUsername },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const added = await register(account, createPasskey(), "  Red phone ");
    expect([added.status, added.body.message, added.body.recoveryCodes?.length]).toEqual([
      201,
      MESSAGES.passkeyAdded,
      10,
    ]);
    expect((await api.call(readFactors, account.self)).body).toMatchObject({
      totpCreated: null,
      passkeys: [{ name: "Red phone", created: expect.stringMatching(/^\d{4}-/), lastUsed: null }],
    });
    expect(people.mailsTo(account.userEmail)[0]?.text).toContain("The passkey “Red phone” was added");
    const second = await register(account, createPasskey(), "Key");
    expect(second.body.recoveryCodes).toBeNull();
    expect((await getOptions(account)).excludeCredentials).toHaveLength(2);
  });

  test("needs a name", async () => {
    const account = await people.createSignedInAccount();
    await prove(account);
    for (const [name, message] of [
      [" ", MESSAGES.required],
      ["x".repeat(LIMITS.passkey.name + 1), formatTooLong(LIMITS.passkey.name)],
    ] as const) {
      const reply = await register(account, createPasskey(), name);
      expect([reply.status, reply.failure.fields]).toEqual([400, { name: message }]);
    }
  });

  test.each<[string, Tampering]>([
    ["another site", { origin: "https://evil.test" }],
    ["another host's authenticator data", { rpId: "evil.test" }],
    ["a signature in the place of a new key", { type: "webauthn.get" }],
    ["an authenticator that didn't verify its user", { verifiesUser: false }],
  ])("isn't added from %s", async (_, tampering) => {
    const account = await people.createSignedInAccount();
    await prove(account);
    const reply = await register(account, createPasskey(), "Phone", tampering);
    expect([reply.status, reply.failure.code]).toEqual([422, "passkey_refused"]);
    expect((await api.call(readFactors, account.self)).body.passkeys).toEqual([]);
  });

  test("isn't added with another user's, an expired or a used challenge", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    await Promise.all([prove(account), prove(other)]);
    const theirs = createPasskey().register(await getOptions(other));
    const body = (registration: object) => ({ ...account.self, body: { name: "Phone", registration } });
    expect((await api.call(addPasskey, body(theirs))).status).toBe(422);

    const options = await getOptions(account);
    expect((await api.call(addPasskey, body(createPasskey().register(options)))).status).toBe(201);
    expect((await api.call(addPasskey, body(createPasskey().register(options)))).status).toBe(422);

    const late = await getOptions(account);
    api.travel(LIFETIMES.factorChallenge);
    expect((await api.call(addPasskey, body(createPasskey().register(late)))).status).toBe(422);
  });

  test("is one of ten at most", async () => {
    const account = await people.createSignedInAccount();
    await prove(account);
    const early = await getOptions(account);
    for (let nth = 0; nth < LIMITS.passkey.perAccount; nth++) {
      expect((await register(account, createPasskey(), `Key ${nth}`)).status).toBe(201);
    }
    expect((await api.call(beginPasskey, account.self)).failure.code).toBe("too_many_passkeys");
    const registration = createPasskey().register(early);
    const eleventh = await api.call(addPasskey, { ...account.self, body: { name: "Key", registration } });
    expect([eleventh.status, eleventh.failure.message]).toEqual([409, MESSAGES.tooManyPasskeys]);
  });

  test("is removed by its owner alone, and the last one with the recovery codes", async () => {
    const [account, other] = [await holder(), await holder()];
    const [{ id: passkeyId } = { id: "" }] = (await api.call(readFactors, account.self)).body.passkeys;
    const foreign = await api.call(removePasskey, { ...other.self, params: { userId: other.userId, passkeyId } });
    expect(foreign.status).toBe(404);
    const params = { userId: account.userId, passkeyId };
    expect((await api.call(removePasskey, { ...account.self, params })).status).toBe(200);
    expect((await signInWith(account.passkey)).status).toBe(422);
    expect((await api.call(readFactors, account.self)).body).toEqual({
      totpCreated: null,
      passkeys: [],
      recoveryCodes: 0,
    });
    const { status } = await api.call(login, {
      body: { userUsername: account.userUsername, userPassword: PASSWORD },
    });
    expect(status).toBe(200);
  });
});

describe("signing in by a passkey", () => {
  test("requires neither username nor password, and starts a session with step-up authentication", async () => {
    const account = await holder();
    const options = await signInOptions();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
    const reply = await signIn(account.passkey.sign(options));
    expect([reply.status, reply.body.user.id]).toEqual([200, account.userId]);
    expect((await api.call(refreshToken, withJid(findJid(reply.cookies)))).body.user?.id).toBe(account.userId);
    const self = { ...account.self, token: reply.body.accessToken };
    expect((await api.call(readSettings, self)).status).toBe(200);
    expect((await api.call(readFactors, self)).body.passkeys[0]?.lastUsed).toMatch(/^\d{4}-/);
    expect((await api.call(deactivateUser, { ...self, body: { userPassword: PASSWORD } })).status).toBe(200);
    expect((await signInWith(account.passkey)).status).toBe(422);
  });

  test.each<[string, Tampering]>([
    ["of another site", { origin: "https://evil.test" }],
    ["of the site by plain HTTP on another port", { origin: "http://localhost:3001" }],
    ["for another host", { rpId: "evil.test" }],
    ["that registers", { type: "webauthn.create" }],
    ["of an authenticator that didn't verify its user", { verifiesUser: false }],
    ["of nobody", { userHandle: "" }],
  ])("refuses a signature %s", async (_, tampering) => {
    const { passkey } = await holder();
    const reply = await signInWith(passkey, tampering);
    expect([reply.status, reply.failure, reply.cookies]).toEqual([
      422,
      { code: "passkey_refused", message: MESSAGES.passkeyRefused, expose: true },
      [],
    ]);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test("refuses a signature that is sent twice or too late", async () => {
    const { passkey } = await holder();
    const once = passkey.sign(await signInOptions());
    const replies = await Promise.all([signIn(once), signIn(once), signIn(once)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await signIn(once)).status).toBe(422);
    const late = passkey.sign(await signInOptions());
    api.travel(LIFETIMES.factorChallenge);
    expect((await signIn(late)).status).toBe(422);
    expect((await signIn(passkey.sign({ challenge: "AAAA" }))).status).toBe(422);
  });

  test("refuses a forged signature and another user's id", async () => {
    const [account, other] = [await holder(), await holder()];
    const signed = account.passkey.sign(await signInOptions());
    const forged = other.passkey.sign(await signInOptions());
    // The victim's credential and name, signed by the attacker's key.
    const { clientDataJSON, authenticatorData, signature } = forged.response;
    const response = { ...signed.response, clientDataJSON, authenticatorData, signature };
    expect((await signIn({ ...signed, response })).status).toBe(422);
    const handle = Buffer.from(other.userId).toString("base64url");
    expect((await signInWith(account.passkey, { userHandle: handle })).status).toBe(422);
  });

  test("refuses an authenticator whose counter didn't increase, except for synced passkeys, which have none", async () => {
    const copied = await holder();
    expect((await signInWith(copied.passkey)).status).toBe(200);
    expect((await signInWith(copied.passkey, { counter: 1 })).status).toBe(422);
    expect((await signInWith(copied.passkey)).status).toBe(200);
    const synchronised = await holder(createPasskey({ counts: false }));
    for (const _ of [1, 2]) expect((await signInWith(synchronised.passkey)).status).toBe(200);
  });
});

describe("an account with a passkey", () => {
  test("requires it or a recovery code after the password", async () => {
    const account = await holder();
    const cookies = await startLogin(account);
    const choice = (await api.call(readLoginFactors, { cookies })).body;
    expect(choice).toMatchObject({ totp: false, recovery: true, password: false });
    expect(choice.passkey?.allowCredentials).toHaveLength(1);
    const assertion = account.passkey.sign(choice.passkey ?? {});
    const done = await api.call(completeLogin, { cookies, body: { kind: "passkey", assertion } });
    expect([done.status, done.body.user.id]).toEqual([200, account.userId]);
    const body = { kind: "recovery", code: account.recoveryCodes[0] };
    expect((await api.call(completeLogin, { cookies: await startLogin(account), body })).status).toBe(200);
    const code = await api.call(completeLogin, {
      cookies: await startLogin(account),
      body: { kind: "totp", code: "000000" },
    });
    expect(code.status).toBe(422);
  });

  test("accepts no sign-in signature, nor another user's, after the password", async () => {
    const [account, other] = [await holder(), await holder()];
    const complete = async (assertion: object) =>
      (await api.call(completeLogin, { cookies: await startLogin(account), body: { kind: "passkey", assertion } }))
        .status;
    expect(await complete(account.passkey.sign(await signInOptions()))).toBe(422);
    const theirs = (await api.call(readLoginFactors, { cookies: await startLogin(other) })).body.passkey ?? {};
    expect(await complete(other.passkey.sign(theirs))).toBe(422);
    // In reverse, an assertion for a log-in with a password can't be used to sign in.
    const own = (await api.call(readLoginFactors, { cookies: await startLogin(account) })).body.passkey ?? {};
    expect((await signIn(account.passkey.sign(own))).status).toBe(422);
  });

  test("refuses to remove it after a step-up by password only", async () => {
    const owner = await holder();
    const params = { userId: owner.userId, passkeyId: await getPasskeyId(owner) };
    const remove = () => api.call(removePasskey, { ...owner.self, params });
    const { origin_jti: sessionId } = (await api.services.verifyToken(owner.token)) as { origin_jti: string };
    const session = { userId: owner.userId, sessionId };
    await recordProof(api.services, session, { byPassword: true });
    const refused = await remove();
    expect([refused.status, refused.failure.code]).toEqual([403, "proof_required"]);
    await recordProof(api.services, session);
    expect((await remove()).status).toBe(200);
  });

  test("accepts it as step-up authentication", async () => {
    const account = await holder();
    api.travel(LIFETIMES.factorProof);
    const close = () => api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    expect((await close()).failure.code).toBe("proof_required");
    const options = (await api.call(readProofOptions, account.self)).body.passkey ?? {};
    const body = { kind: "passkey", assertion: account.passkey.sign(options) };
    expect((await api.call(proveOwner, { ...account.self, body })).status).toBe(204);
    expect((await api.call(proveOwner, { ...account.self, body })).status).toBe(422);
    expect((await close()).status).toBe(200);
  });
});
