import {
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { JwtRsaVerifier } from "aws-jwt-verify";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { ClientId, PASSWORD, startPool, UserPoolId } from "./start-pool.ts";

const Username = "0190a5c0-0000-7000-8000-000000000001";
type Pool = Awaited<ReturnType<typeof startPool>>;

const refresh = async ({ client }: Pool, RefreshToken: string) => {
  const { AuthenticationResult } = await client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));
  return { AccessToken: AuthenticationResult?.AccessToken ?? "", RefreshToken: AuthenticationResult?.RefreshToken };
};

test("the access token carries Cognito's claims and verifies against the pool's keys", async () => {
  const pool = await startPool();
  await pool.member(Username);

  const { AccessToken, ExpiresIn } = await pool.logIn(Username);

  const { payload, protectedHeader } = await jwtVerify(AccessToken, createRemoteJWKSet(new URL(pool.jwksUrl)), {
    issuer: pool.providerUrl,
    algorithms: ["RS256"],
  });
  expect(payload).toMatchObject({
    username: Username,
    client_id: ClientId,
    token_use: "access",
    scope: "aws.cognito.signin.user.admin",
    sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    jti: expect.any(String),
    origin_jti: expect.any(String),
    auth_time: expect.any(Number),
  });
  expect(ExpiresIn).toBe(900);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  expect(protectedHeader.kid).toBeDefined();
});

test("aws-jwt-verify accepts the access token and refuses the id token in its place", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const { AccessToken, IdToken } = await pool.logIn(Username);
  const jwks = await (await fetch(pool.jwksUrl)).json();
  const verifier = JwtRsaVerifier.create({
    issuer: pool.providerUrl,
    audience: null,
    customJwtCheck: ({ payload }) => {
      if (payload.token_use !== "access") throw new Error("no access token");
    },
  });
  verifier.cacheJwks(jwks);

  expect(verifier.verifySync(AccessToken)).toMatchObject({ username: Username });
  expect(() => verifier.verifySync(IdToken)).toThrow("no access token");
});

test("the id token names the user and the address", async () => {
  const pool = await startPool();
  await pool.member(Username);

  expect(decodeJwt((await pool.logIn(Username)).IdToken)).toMatchObject({
    token_use: "id",
    aud: ClientId,
    "cognito:username": Username,
    email: `${Username}@example.com`,
    email_verified: true,
  });
});

test("a wrong password and an unknown user get the same answer", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const refusal = { name: "NotAuthorizedException", message: "Incorrect username or password." };

  await expect(pool.logIn(Username, "wrong-password")).rejects.toMatchObject(refusal);
  await expect(pool.logIn("unknown")).rejects.toMatchObject(refusal);
});

test("only the right password reveals that a user is not confirmed", async () => {
  const pool = await startPool();
  await pool.signUp(Username);

  await expect(pool.logIn(Username)).rejects.toMatchObject({ name: "UserNotConfirmedException" });
  await expect(pool.logIn(Username, "wrong-password")).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test("the fifth wrong password locks the user out for a second, the sixth for two", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const wrong = () =>
    expect(pool.logIn(Username, "wrong-password")).rejects.toMatchObject({
      message: expect.stringContaining("Incorrect"),
    });
  for (let failure = 0; failure < 5; failure++) await wrong();

  await expect(pool.logIn(Username)).rejects.toMatchObject({ message: "Password attempts exceeded" });
  pool.pass(1_000);
  await wrong();
  pool.pass(1_000);
  await expect(pool.logIn(Username)).rejects.toMatchObject({ message: "Password attempts exceeded" });
  pool.pass(1_000);
  await expect(pool.logIn(Username)).resolves.toBeDefined();
});

const LOCKED_OUT = { name: "NotAuthorizedException", message: "Password attempts exceeded" };
const MINUTE = 60_000;

async function withFailures(count: number) {
  const pool = await startPool();
  await pool.member(Username);
  const fail = () =>
    expect(pool.logIn(Username, "wrong-password")).rejects.toMatchObject({
      message: expect.stringContaining("Incorrect"),
    });
  for (let nth = 1; nth <= count; nth++) {
    await fail();
    if (nth >= 5) pool.pass(2 ** (nth - 5) * 1_000);
  }
  return { ...pool, fail };
}

test("a lock-out lasts 15 minutes at most", async () => {
  const { fail, logIn, pass } = await withFailures(14);
  await fail();
  pass(15 * MINUTE - 1_000);
  await expect(logIn(Username)).rejects.toMatchObject(LOCKED_OUT);
  pass(2_000);
  await expect(logIn(Username)).resolves.toBeDefined();
});

test("attempts during a lock-out don't prolong it, but fail with its error", async () => {
  const { fail, logIn, pass } = await withFailures(11);
  await fail();
  pass(127_000);
  await expect(logIn(Username)).rejects.toMatchObject(LOCKED_OUT);
  pass(14 * MINUTE);
  await fail();
  pass(255_000);
  await expect(logIn(Username)).rejects.toMatchObject(LOCKED_OUT);
  pass(15 * MINUTE);
  for (let nth = 1; nth < 5; nth++) await fail();
  await expect(logIn(Username)).resolves.toBeDefined();
});

test("fewer than five failures are remembered until a log-in succeeds", async () => {
  const { fail, logIn, pass } = await withFailures(4);
  pass(60 * MINUTE);
  await fail();
  await expect(logIn(Username)).rejects.toMatchObject(LOCKED_OUT);
  pass(1_000);
  await expect(logIn(Username)).resolves.toBeDefined();
  for (let nth = 1; nth < 5; nth++) await fail();
  await expect(logIn(Username)).resolves.toBeDefined();
});

test("neither a new password nor an administrator's call gets past a lock-out", async () => {
  const { client, fail, logIn } = await withFailures(6);
  await fail();
  await client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: PASSWORD, Permanent: true }));
  await expect(logIn(Username)).rejects.toMatchObject(LOCKED_OUT);
  const AuthParameters = { USERNAME: Username, PASSWORD };
  const call = { ClientId, UserPoolId, AuthFlow: "ADMIN_USER_PASSWORD_AUTH", AuthParameters } as const;
  await expect(client.send(new AdminInitiateAuthCommand(call))).rejects.toMatchObject(LOCKED_OUT);
});

test("an administrator's failed calls count, even for disabled and unknown users", async () => {
  const { client, member, logIn } = await startPool();
  await member(Username);
  await client.send(new AdminDisableUserCommand({ UserPoolId, Username }));
  for (const USERNAME of [Username, "unknown"]) {
    const AuthParameters = { USERNAME, PASSWORD: "wrong-password" };
    const call = { ClientId, UserPoolId, AuthFlow: "ADMIN_USER_PASSWORD_AUTH", AuthParameters } as const;
    for (let nth = 1; nth <= 5; nth++) {
      await expect(client.send(new AdminInitiateAuthCommand(call))).rejects.toMatchObject({
        message: "Incorrect username or password.",
      });
    }
    await expect(logIn(USERNAME)).rejects.toMatchObject(LOCKED_OUT);
  }
});

test("a correct password of a user who may not log in doesn't reset the count", async () => {
  const { client, fail, logIn } = await withFailures(4);
  await client.send(new AdminDisableUserCommand({ UserPoolId, Username }));
  await expect(logIn(Username)).rejects.toMatchObject({ message: "User is disabled." });
  await fail();
  await expect(logIn(Username)).rejects.toMatchObject(LOCKED_OUT);
});

test("a disabled user can neither log in nor refresh, an enabled one logs in again", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const { RefreshToken } = await pool.logIn(Username);

  await pool.client.send(new AdminDisableUserCommand({ UserPoolId, Username }));
  await expect(pool.logIn(Username)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await expect(refresh(pool, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await pool.client.send(new AdminEnableUserCommand({ UserPoolId, Username }));
  await expect(pool.logIn(Username)).resolves.toBeDefined();
});

test("an administrator's call logs in too, an app can't use its flow", async () => {
  const { client, member } = await startPool();
  await member(Username);
  const AuthFlow = "ADMIN_USER_PASSWORD_AUTH";
  const AuthParameters = { USERNAME: Username, PASSWORD };

  const answer = await client.send(new AdminInitiateAuthCommand({ ClientId, UserPoolId, AuthFlow, AuthParameters }));
  expect(answer.AuthenticationResult?.RefreshToken).toBeDefined();
  await expect(client.send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters }))).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
});

test("a refresh token is valid once: its successor replaces it", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const first = (await pool.logIn(Username)).RefreshToken;

  const second = await refresh(pool, first);

  expect(decodeJwt(second.AccessToken).username).toBe(Username);
  await expect(refresh(pool, first)).rejects.toMatchObject({ name: "RefreshTokenReuseException" });
  await expect(refresh(pool, second.RefreshToken ?? "")).resolves.toBeDefined();
});

test("a refreshed access token keeps the session's auth_time", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const { AccessToken, RefreshToken } = await pool.logIn(Username);
  pool.pass(10_000);

  const before = decodeJwt(AccessToken);
  const after = decodeJwt((await refresh(pool, RefreshToken)).AccessToken);

  expect([after.auth_time, after.origin_jti]).toEqual([before.auth_time, before.origin_jti]);
  expect(after.jti).not.toBe(before.jti);
});

test("rotation doesn't lengthen the session", async () => {
  const pool = await startPool({ pool: { refreshTokenSeconds: 3_600 } });
  await pool.member(Username);
  const first = (await pool.logIn(Username)).RefreshToken;
  pool.pass(3_599_000);
  const second = (await refresh(pool, first)).RefreshToken ?? "";
  pool.pass(1_000);

  await expect(refresh(pool, second)).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test("a traded refresh token still works within the grace period, and not after", async () => {
  const pool = await startPool({ pool: { rotationGraceSeconds: 10 } });
  await pool.member(Username);
  const first = (await pool.logIn(Username)).RefreshToken;
  await refresh(pool, first);
  pool.pass(9_000);
  expect((await refresh(pool, first)).AccessToken).toBeDefined();
  pool.pass(2_000);

  await expect(refresh(pool, first)).rejects.toMatchObject({ name: "RefreshTokenReuseException" });
});

test("without rotation a refresh token stays valid and REFRESH_TOKEN_AUTH works", async () => {
  const pool = await startPool({
    pool: { rotation: false, authFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"] },
  });
  await pool.member(Username);
  const { RefreshToken } = await pool.logIn(Username);
  const AuthParameters = { REFRESH_TOKEN: RefreshToken };

  for (let time = 0; time < 2; time++) {
    const answer = await pool.client.send(
      new InitiateAuthCommand({ ClientId, AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters }),
    );
    expect(answer.AuthenticationResult?.AccessToken).toBeDefined();
    expect(answer.AuthenticationResult?.RefreshToken).toBeUndefined();
  }
  expect((await refresh(pool, RefreshToken)).RefreshToken).toBeUndefined();
});

test("with rotation REFRESH_TOKEN_AUTH is refused", async () => {
  const { client, member, logIn } = await startPool();
  await member(Username);
  const AuthParameters = { REFRESH_TOKEN: (await logIn(Username)).RefreshToken };

  await expect(
    client.send(new InitiateAuthCommand({ ClientId, AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters })),
  ).rejects.toMatchObject({ name: "InvalidParameterException" });
});

test("an access token is invalid after it expires", async () => {
  const { client, member, logIn, pass } = await startPool();
  await member(Username);
  const { AccessToken } = await logIn(Username);
  await expect(client.send(new GetUserCommand({ AccessToken }))).resolves.toMatchObject({ Username });
  pass(900_000);

  await expect(client.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Access Token has expired",
  });
});

test("revoking a refresh token ends that session only", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const [one, two] = [await pool.logIn(Username), await pool.logIn(Username)];

  await pool.client.send(new RevokeTokenCommand({ ClientId, Token: one.RefreshToken }));

  await expect(refresh(pool, one.RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await expect(pool.client.send(new GetUserCommand(one))).rejects.toMatchObject({
    message: expect.stringContaining("revoked"),
  });
  await expect(refresh(pool, two.RefreshToken)).resolves.toBeDefined();
});

const isAccepted = async ({ client }: Pool, AccessToken: string) =>
  client.send(new GetUserCommand({ AccessToken })).then(
    () => true,
    () => false,
  );

test("revoking a refresh token ends its access tokens and the sign-in's, but no other refresh token", async () => {
  const pool = await startPool({ pool: { rotationGraceSeconds: 10 } });
  await pool.member(Username);
  const signIn = await pool.logIn(Username);
  const second = await refresh(pool, signIn.RefreshToken);
  const sibling = await refresh(pool, signIn.RefreshToken);

  await pool.client.send(new RevokeTokenCommand({ ClientId, Token: second.RefreshToken }));

  await expect(refresh(pool, second.RefreshToken ?? "")).rejects.toMatchObject({ name: "NotAuthorizedException" });
  const tokens = [signIn, second, sibling].map(({ AccessToken }) => isAccepted(pool, AccessToken));
  expect(await Promise.all(tokens)).toEqual([false, false, true]);
  await expect(refresh(pool, sibling.RefreshToken ?? "")).resolves.toBeDefined();
  await expect(refresh(pool, signIn.RefreshToken)).resolves.toBeDefined();
});

test("revoking a rotated-out token ends the access tokens that it made, and leaves its successor", async () => {
  const pool = await startPool();
  await pool.member(Username);
  const signIn = await pool.logIn(Username);
  const second = await refresh(pool, signIn.RefreshToken);
  const third = await refresh(pool, second.RefreshToken ?? "");

  await pool.client.send(new RevokeTokenCommand({ ClientId, Token: signIn.RefreshToken }));

  const tokens = [signIn, second, third].map(({ AccessToken }) => isAccepted(pool, AccessToken));
  expect(await Promise.all(tokens)).toEqual([false, false, true]);
  await expect(refresh(pool, third.RefreshToken ?? "")).resolves.toBeDefined();
});

test("revoking an unknown token succeeds, revoking an access token doesn't", async () => {
  const { client, member, logIn } = await startPool();
  await member(Username);
  const { AccessToken } = await logIn(Username);

  await expect(client.send(new RevokeTokenCommand({ ClientId, Token: "unknown" }))).resolves.toBeDefined();
  await expect(client.send(new RevokeTokenCommand({ ClientId, Token: AccessToken }))).rejects.toMatchObject({
    name: "UnsupportedTokenTypeException",
  });
});

test.each(["the user", "an administrator"])("a global sign-out by %s ends every session", async (who) => {
  const pool = await startPool();
  await pool.member(Username);
  const one = await pool.logIn(Username);
  const two = await pool.logIn(Username);

  if (who === "the user") await pool.client.send(new GlobalSignOutCommand(one));
  else await pool.client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }));

  for (const { RefreshToken } of [one, two]) {
    await expect(refresh(pool, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  }
  await expect(pool.logIn(Username)).resolves.toBeDefined();
});
