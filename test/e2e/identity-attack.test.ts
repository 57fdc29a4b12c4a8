import { decodeJwt } from "jose";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";

type Answer = Readonly<Record<string, unknown>>;

const PASSWORD = "two herons and a boat";
const MALLORYS = "mallory was here";
const MAILBOX = "mallory@evil.test";

/** Attacks on the running laptop by someone who knows a user's id or has an access token. */
const { origin } = inject("cloud");

interface Ask {
  readonly method?: string;
  readonly body?: object;
  readonly token?: string | undefined;
}

async function ask(path: string, { method = "GET", body, token }: Ask = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(body ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text || "null") };
}

const post = (path: string, body: object) => ask(path, { method: "POST", body });

const logIn = (userUsername: string, userPassword = PASSWORD) => post("/auth/login", { userUsername, userPassword });

interface Mail {
  readonly to: string;
  readonly text: string;
  readonly links: readonly string[];
}

const mailsTo = async (address: string) => {
  const response = await fetch(`${origin}/__local/mail`);
  return ((await response.json()) as Mail[]).filter(({ to }) => to === address);
};

/** A user with an account, an order and an access token. */
async function victim(userUsername: string) {
  const userEmail = `${userUsername}@ochre.test`;
  const form = { userName: "Vera Victim", userUsername, userEmail, userPassword: PASSWORD, userConfirm: PASSWORD };
  await post("/auth/signup", form);
  const link = new URL((await mailsTo(userEmail))[0]?.links[0] ?? "");
  await ask(`/auth${link.pathname}`);
  const { accessToken, user } = (await logIn(userUsername)).body;
  return { userUsername, userEmail, userId: user.id as string, token: accessToken as string };
}

type Victim = Awaited<ReturnType<typeof victim>>;

/** The user pool's public API: every access token contains its URL and client, and requests are unsigned. */
function connectToPool(token: string) {
  const { iss = "", client_id: ClientId } = decodeJwt<{ client_id: string }>(token);
  /** The response, or the error's name. */
  async function attempt(operation: string, input: object): Promise<Answer | string> {
    const response = await fetch(new URL(iss).origin, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as Answer;
    return response.ok ? answer : String(answer.__type);
  }
  return { ClientId, UserPoolId: new URL(iss).pathname.slice(1), attempt };
}

const listRefusals = (outcomes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(outcomes).map(([step, outcome]) => [step, typeof outcome === "string" ? outcome : "SUCCEEDED"]),
  );

const codeMailedToMallory = async () => /\b\d{6}\b/.exec((await mailsTo(MAILBOX))[0]?.text ?? "")?.[0] ?? "000000";

const findToken = (outcome: unknown) =>
  (outcome as { AuthenticationResult?: { AccessToken?: string } }).AuthenticationResult?.AccessToken;

describe("an attacker with the id of a closed account", () => {
  let closed: Victim;
  let pool: ReturnType<typeof connectToPool>;

  beforeAll(async () => {
    closed = await victim("closed.victim");
    pool = connectToPool(closed.token);
    const { status } = await ask(`/api/users/${closed.userId}`, {
      method: "DELETE",
      body: { userPassword: PASSWORD },
      token: closed.token,
    });
    expect(status).toBe(200);
  });

  test("can't sign up under it, confirm it, log in as it or read its orders", async () => {
    const { ClientId, attempt } = pool;
    const of = { ClientId, Username: closed.userId };
    const UserAttributes = [{ Name: "email", Value: MAILBOX }];
    const signUp = await attempt("SignUp", { ...of, Password: MALLORYS, UserAttributes });
    const resend = await attempt("ResendConfirmationCode", of);
    const ConfirmationCode = (await mailsTo(MAILBOX))[0]?.links[0]?.split(".").at(-1) ?? (await codeMailedToMallory());
    const confirm = await attempt("ConfirmSignUp", { ...of, ConfirmationCode });
    const AuthParameters = { USERNAME: closed.userId, PASSWORD: MALLORYS };
    const initiate = await attempt("InitiateAuth", { ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters });
    const stolen = await ask(`/api/users/${closed.userId}/orders?type=purchases`, { token: findToken(initiate) });
    expect({ ...listRefusals({ signUp, resend, confirm, initiate }), orders: stolen.status }).toEqual({
      signUp: "NotAuthorizedException",
      resend: "InvalidParameterException",
      confirm: "NotAuthorizedException",
      initiate: "InvalidParameterException",
      orders: 401,
    });
    expect(await mailsTo(MAILBOX)).toEqual([]);
  });

  test("can't read with the token that the account had", async () => {
    const { status, body } = await ask(`/api/users/${closed.userId}/orders?type=purchases`, { token: closed.token });
    expect([status, body.message]).toEqual([401, MESSAGES.unauthenticated]);
  });
});

describe("a stranger", () => {
  test("gets nothing from the pool, whatever the flow, nor a code from it", async () => {
    const account = await victim("quiet.victim");
    const { ClientId, UserPoolId, attempt } = connectToPool(account.token);
    const of = { ClientId, Username: account.userId };
    const AuthParameters = { USERNAME: account.userId, PASSWORD, SRP_A: "a1", REFRESH_TOKEN: "x" };
    const flows = ["USER_PASSWORD_AUTH", "USER_SRP_AUTH", "USER_AUTH", "REFRESH_TOKEN_AUTH"] as const;
    for (const AuthFlow of flows) {
      const outcome = await attempt("InitiateAuth", { ClientId, AuthFlow, AuthParameters });
      expect(listRefusals({ [AuthFlow]: outcome })).toEqual({ [AuthFlow]: "InvalidParameterException" });
    }
    // Custom authentication challenges anyone for a proof that only our functions can create.
    const custom = await attempt("InitiateAuth", { ClientId, AuthFlow: "CUSTOM_AUTH", AuthParameters });
    const { ChallengeName, ChallengeParameters, Session } = custom as Record<string, { nonce?: string }>;
    const guess = { USERNAME: account.userId, ANSWER: ChallengeParameters?.nonce ?? "", PASSWORD };
    const guessed = await attempt("RespondToAuthChallenge", {
      ClientId,
      ChallengeName,
      Session,
      ChallengeResponses: guess,
    });
    expect([ChallengeName, guessed]).toEqual(["CUSTOM_CHALLENGE", "NotAuthorizedException"]);
    const ChallengeResponses = { USERNAME: account.userId, NEW_PASSWORD: MALLORYS };
    const answer = { ClientId, ChallengeName: "NEW_PASSWORD_REQUIRED", Session: "a".repeat(40), ChallengeResponses };
    const outcomes = {
      respond: await attempt("RespondToAuthChallenge", answer),
      forgot: await attempt("ForgotPassword", of),
      confirmForgot: await attempt("ConfirmForgotPassword", { ...of, ConfirmationCode: "123456", Password: MALLORYS }),
      signUp: await attempt("SignUp", { ClientId, Username: "mallory", Password: MALLORYS }),
      unsignedGet: await attempt("AdminGetUser", { UserPoolId, Username: account.userId }),
      unsignedSet: await attempt("AdminSetUserPassword", {
        UserPoolId,
        Username: account.userId,
        Password: MALLORYS,
        Permanent: true,
      }),
    };
    expect(listRefusals(outcomes)).toEqual({
      respond: "NotAuthorizedException",
      forgot: "NotAuthorizedException",
      confirmForgot: "ExpiredCodeException",
      signUp: "NotAuthorizedException",
      unsignedGet: "MissingAuthenticationTokenException",
      unsignedSet: "MissingAuthenticationTokenException",
    });
    expect((await logIn(account.userUsername)).status).toBe(200);
    // Only the verification mail and that of the owner's own log-in were sent.
    expect(await mailsTo(account.userEmail)).toHaveLength(2);
  });
});

describe("an attacker with a stolen access token", () => {
  test("can't move the account to another address and reset its password there", async () => {
    const account = await victim("moved.victim");
    const { attempt } = connectToPool(account.token);
    const AccessToken = account.token;
    const UserAttributes = [{ Name: "email", Value: MAILBOX }];
    const update = await attempt("UpdateUserAttributes", { AccessToken, UserAttributes });
    const AttributeName = "email";
    const askCode = await attempt("GetUserAttributeVerificationCode", { AccessToken, AttributeName });
    const Code = await codeMailedToMallory();
    const verify = await attempt("VerifyUserAttribute", { AccessToken, AttributeName, Code });
    // Our reset by mail must not use the pool's address.
    await post("/auth/forgot_password", { userEmail: account.userEmail });
    const resetMails = async () => [...(await mailsTo(account.userEmail)), ...(await mailsTo(MAILBOX))];
    await expect.poll(async () => (await resetMails()).length, { message: "mails" }).toBe(2);
    const resetToken = (await mailsTo(MAILBOX))[0]?.links[0]?.split("/").at(-1) ?? "none";
    const reset = await post(`/auth/reset_password/user/${account.userId}/token/${resetToken}`, {
      userPassword: MALLORYS,
      userConfirm: MALLORYS,
    });
    const outcomes = { ...listRefusals({ update, askCode, verify }), reset: reset.status };
    expect(outcomes).toEqual({
      update: "NotAuthorizedException",
      askCode: "NotAuthorizedException",
      verify: "NotAuthorizedException",
      reset: 410,
    });
    expect((await logIn(account.userUsername, MALLORYS)).status).toBe(401);
    expect((await logIn(account.userUsername)).status).toBe(200);
    expect(await mailsTo(MAILBOX)).toEqual([]);
  });

  test("can't delete the user", async () => {
    const account = await victim("deleted.victim");
    const outcome = await connectToPool(account.token).attempt("DeleteUser", { AccessToken: account.token });
    expect(listRefusals({ outcome })).toEqual({ outcome: "NotAuthorizedException" });
    expect((await logIn(account.userUsername)).status).toBe(200);
  });

  test("can't read or change the user, nor end its sessions", async () => {
    const account = await victim("lasting.victim");
    const { attempt } = connectToPool(account.token);
    const AccessToken = account.token;
    const inputs = {
      GetUser: {},
      ChangePassword: { PreviousPassword: PASSWORD, ProposedPassword: MALLORYS },
      DeleteUserAttributes: { UserAttributeNames: ["email"] },
      AssociateSoftwareToken: {},
      SetUserMFAPreference: { SoftwareTokenMfaSettings: { Enabled: true } },
      StartWebAuthnRegistration: {},
      ListDevices: {},
      GlobalSignOut: {},
    };
    const outcomes: Record<string, unknown> = {};
    for (const [name, input] of Object.entries(inputs)) outcomes[name] = await attempt(name, { AccessToken, ...input });
    expect(listRefusals(outcomes)).toEqual(
      Object.fromEntries(Object.keys(inputs).map((name) => [name, "NotAuthorizedException"])),
    );
    expect((await logIn(account.userUsername)).status).toBe(200);
  });
});
