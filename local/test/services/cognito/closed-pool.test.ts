import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  ConfirmForgotPasswordCommand,
  DeleteUserAttributesCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  UpdateUserAttributesCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { ClientId, PASSWORD, startPool, UserPoolId } from "./start-pool.ts";

const Username = "0190a5c0-0000-7000-8000-000000000001";
const of = { UserPoolId, Username };
const arn = "arn:aws:lambda:eu-central-1:000000000000:function:pre-token-generation";

type Pool = Awaited<ReturnType<typeof startPool>>;

const adminLogIn = ({ client }: Pool, Password = PASSWORD) =>
  client.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: Username, PASSWORD: Password },
    }),
  );

async function createUser({ client }: Pool) {
  await client.send(new AdminCreateUserCommand({ ...of, MessageAction: "SUPPRESS" }));
  await client.send(new AdminSetUserPasswordCommand({ ...of, Password: PASSWORD, Permanent: true }));
}

const matchError = (name: string, message?: RegExp) =>
  expect.objectContaining({ name, ...(message ? { message: expect.stringMatching(message) } : {}) });

describe("a pool whose users only administrators create and recover", () => {
  const closed = () => startPool({ pool: { adminCreatesUsers: true, adminRecovers: true, autoVerified: [] } });

  test("refuses sign-ups", async () => {
    const { signUp } = await closed();
    await expect(signUp(Username)).rejects.toEqual(matchError("NotAuthorizedException", /^SignUp is not permitted/));
  });

  test("refuses passwords before one is set", async () => {
    const pool = await closed();
    await pool.client.send(new AdminCreateUserCommand({ ...of, MessageAction: "SUPPRESS" }));
    await expect(adminLogIn(pool)).rejects.toEqual(
      matchError("NotAuthorizedException", /^Incorrect username or password/),
    );
  });

  test("mails no code, neither to confirm nor to reset", async () => {
    const pool = await closed();
    await createUser(pool);
    const { client, mails } = pool;
    const user = { ClientId, Username };
    await expect(client.send(new ResendConfirmationCodeCommand(user))).rejects.toEqual(
      matchError("InvalidParameterException", /Auto verification not turned on/),
    );
    await expect(client.send(new ForgotPasswordCommand(user))).rejects.toEqual(matchError("NotAuthorizedException"));
    const guess = new ConfirmForgotPasswordCommand({ ...user, ConfirmationCode: "123456", Password: PASSWORD });
    await expect(client.send(guess)).rejects.toEqual(matchError("ExpiredCodeException"));
    expect(mails).toEqual([]);
  });
});

describe("a user created by an administrator", () => {
  test("is created once, and needs a permanent password before the first sign-in", async () => {
    const pool = await startPool();
    const { client } = pool;
    const make = () =>
      client.send(new AdminCreateUserCommand({ ...of, MessageAction: "SUPPRESS", TemporaryPassword: PASSWORD }));
    expect((await make()).User).toMatchObject({ Username, UserStatus: "FORCE_CHANGE_PASSWORD", Enabled: true });
    await expect(make()).rejects.toEqual(matchError("UsernameExistsException"));
    expect((await adminLogIn(pool)).ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
    const answer = { ClientId, ChallengeName: "NEW_PASSWORD_REQUIRED", Session: "x".repeat(20) } as const;
    await expect(client.send(new RespondToAuthChallengeCommand(answer))).rejects.toEqual(
      matchError("NotAuthorizedException"),
    );
    await client.send(new AdminSetUserPasswordCommand({ ...of, Password: PASSWORD, Permanent: true }));
    expect((await adminLogIn(pool)).AuthenticationResult?.AccessToken).toBeTruthy();
  });

  test("needs what the schema requires, and is sent no invitation", async () => {
    const { client } = await startPool({ pool: { required: ["email"] } });
    const quietly = new AdminCreateUserCommand({ ...of, MessageAction: "SUPPRESS" });
    await expect(client.send(quietly)).rejects.toEqual(matchError("InvalidParameterException", /email/));
    await expect(client.send(new AdminCreateUserCommand(of))).rejects.toEqual(matchError("UnknownOperationException"));
  });

  test("can neither sign in nor refresh once disabled", async () => {
    const pool = await startPool();
    await createUser(pool);
    const { RefreshToken = "" } = (await adminLogIn(pool)).AuthenticationResult ?? {};
    await pool.client.send(new AdminDisableUserCommand(of));
    await expect(adminLogIn(pool)).rejects.toEqual(matchError("NotAuthorizedException", /disabled/));
    const refresh = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken });
    await expect(pool.client.send(refresh)).rejects.toEqual(matchError("NotAuthorizedException"));
  });
});

describe("a client", () => {
  test.each(["USER_PASSWORD_AUTH", "USER_SRP_AUTH", "CUSTOM_AUTH", "USER_AUTH", "REFRESH_TOKEN_AUTH"] as const)(
    "that doesn't allow %s refuses it",
    async (AuthFlow) => {
      const pool = await startPool({ pool: { authFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH"] } });
      await createUser(pool);
      const AuthParameters = { USERNAME: Username, PASSWORD, REFRESH_TOKEN: "x" };
      const begin = new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters });
      await expect(pool.client.send(begin)).rejects.toEqual(matchError("InvalidParameterException", /not enabled/));
    },
  );

  test("without flows refuses an administrator's sign-in with a password", async () => {
    const pool = await startPool({ pool: { authFlows: undefined } as never });
    await createUser(pool);
    await expect(adminLogIn(pool)).rejects.toEqual(matchError("InvalidParameterException", /not enabled/));
  });

  test("lets users write its listed attributes; an empty list means all", async () => {
    for (const [writable, name] of [
      [["locale"], "NotAuthorizedException"],
      [[], undefined],
    ] as const) {
      const pool = await startPool({ pool: { writable } });
      await createUser(pool);
      const { AccessToken = "" } = (await adminLogIn(pool)).AuthenticationResult ?? {};
      const UserAttributes = [{ Name: "nickname", Value: "mallory" }];
      const write = pool.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }));
      if (name) await expect(write).rejects.toEqual(matchError(name));
      else await expect(write).resolves.toBeDefined();
    }
  });
});

describe("the pre token generation trigger", () => {
  const createTrigger = (accessTokenGeneration: object) => async (_arn: string, event: unknown) => ({
    ...(event as object),
    response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } },
  });
  const SCOPE = "aws.cognito.signin.user.admin";
  const triggers = { preTokenGeneration: arn };

  test("gets user and scopes in an event of version 2, at sign-in and at refresh", async () => {
    const events: unknown[] = [];
    const invokeTrigger = async (functionArn: string, event: unknown) => {
      events.push([functionArn, event]);
      return event;
    };
    const pool = await startPool({ pool: { triggers }, invokeTrigger });
    await createUser(pool);
    const { AccessToken = "", RefreshToken = "" } = (await adminLogIn(pool)).AuthenticationResult ?? {};
    await pool.client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));
    expect(decodeJwt(AccessToken).scope).toBe(SCOPE);
    const event = (triggerSource: string) => ({
      version: "2",
      triggerSource,
      region: "eu-central-1",
      userPoolId: UserPoolId,
      userName: Username,
      callerContext: { clientId: ClientId },
      request: { userAttributes: { "cognito:user_status": "CONFIRMED" }, scopes: [SCOPE] },
      response: { claimsAndScopeOverrideDetails: null },
    });
    expect(events).toMatchObject([
      [arn, event("TokenGeneration_Authentication")],
      [arn, event("TokenGeneration_RefreshTokens")],
    ]);
  });

  test("removes the scope that the pool requires for every call of the user", async () => {
    const invokeTrigger = createTrigger({ scopesToSuppress: [SCOPE], scopesToAdd: ["shop/read"] });
    const pool = await startPool({ pool: { triggers }, invokeTrigger });
    await createUser(pool);
    const { AccessToken = "" } = (await adminLogIn(pool)).AuthenticationResult ?? {};
    expect(decodeJwt(AccessToken).scope).toBe("shop/read");
    const missing = matchError("NotAuthorizedException", /required scopes/);
    await expect(pool.client.send(new GetUserCommand({ AccessToken }))).rejects.toEqual(missing);
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toEqual(missing);
  });

  test.each([
    ["throws", () => Promise.reject(new Error("boom")), "UserLambdaValidationException"],
    ["answers nonsense", () => Promise.resolve("nonsense"), "InvalidLambdaResponseException"],
    [
      "asks for more than the stand-in does",
      createTrigger({ claimsToSuppress: ["sub"] }),
      "InvalidLambdaResponseException",
    ],
  ])("that %s leaves everyone without a token", async (_what, invokeTrigger, name) => {
    const pool = await startPool({ pool: { triggers }, invokeTrigger });
    await createUser(pool);
    await expect(adminLogIn(pool)).rejects.toEqual(matchError(name));
  });
});

test("a token with its scope deletes attributes, and is refused unsupported operations", async () => {
  const pool = await startPool();
  await createUser(pool);
  const { AccessToken = "" } = (await adminLogIn(pool)).AuthenticationResult ?? {};
  await pool.client.send(new DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ["nickname"] }));
  await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toEqual(
    matchError("UnknownOperationException"),
  );
});
