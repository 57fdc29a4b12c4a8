import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  DescribeUserPoolCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { createLocalJWKSet, jwtVerify } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { buildOtherCode, ClientId, PASSWORD, startPool, UserPoolId } from "./start-pool.ts";

const Username = "0190a5c0-0000-7000-8000-000000000001";

async function startSignedInPool() {
  const pool = await startPool();
  await pool.member(Username);
  const { AccessToken } = await pool.logIn(Username);
  const attributes = async () => {
    const { UserAttributes = [] } = await pool.client.send(new GetUserCommand({ AccessToken }));
    return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
  };
  const changeTo = (email: string) =>
    pool.client.send(
      new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: "email", Value: email }] }),
    );
  const verify = (Code: string) =>
    pool.client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: "email", Code }));
  return { ...pool, AccessToken, attributes, changeTo, verify };
}

test("the old address stays valid until the new one's code is entered", async () => {
  const { changeTo, verify, attributes, mails, lastCode } = await startSignedInPool();

  const answer = await changeTo("new@example.com");
  expect(answer.CodeDeliveryDetailsList).toMatchObject([{ AttributeName: "email" }]);
  expect(mails.at(-1)?.to).toBe("new@example.com");
  expect(await attributes()).toMatchObject({ email: `${Username}@example.com`, email_verified: "true" });
  await expect(verify(buildOtherCode(lastCode()))).rejects.toMatchObject({ name: "CodeMismatchException" });
  await verify(lastCode());

  expect(await attributes()).toMatchObject({ email: "new@example.com", email_verified: "true" });
});

test("a second change of address invalidates the first one's code", async () => {
  const { changeTo, verify, attributes, lastCode } = await startSignedInPool();
  await changeTo("first@example.com");
  const first = lastCode();
  await changeTo("second@example.com");
  const second = lastCode();

  if (first !== second) await expect(verify(first)).rejects.toMatchObject({ name: "CodeMismatchException" });
  await verify(second);

  expect((await attributes()).email).toBe("second@example.com");
});

test("the code for a new address can be requested again", async () => {
  const { client, AccessToken, changeTo, verify, mails, lastCode } = await startSignedInPool();
  await changeTo("new@example.com");

  await client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: "email" }));

  expect(mails.at(-1)?.to).toBe("new@example.com");
  await expect(verify(lastCode())).resolves.toBeDefined();
});

test("an administrator changes an address at once by marking it as verified", async () => {
  const { client, attributes, mails } = await startSignedInPool();
  const sent = mails.length;

  await client.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId,
      Username,
      UserAttributes: [
        { Name: "email", Value: "vouched@example.com" },
        { Name: "email_verified", Value: "true" },
      ],
    }),
  );

  expect(await attributes()).toMatchObject({ email: "vouched@example.com", email_verified: "true" });
  expect(mails).toHaveLength(sent);
});

test("a user can't declare an address verified", async () => {
  const { client, AccessToken } = await startSignedInPool();

  await expect(
    client.send(
      new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: "email_verified", Value: "true" }] }),
    ),
  ).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test("a deleted user's tokens are invalid, and the username can be used again", async () => {
  const { client, AccessToken, logIn, signUp } = await startSignedInPool();
  const { RefreshToken } = await logIn(Username);

  await client.send(new AdminDeleteUserCommand({ UserPoolId, Username }));

  await expect(client.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
    name: "NotAuthorizedException",
  });
  await expect(client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }))).rejects.toMatchObject({
    name: "NotAuthorizedException",
  });
  await expect(signUp(Username)).resolves.toBeDefined();
});

test("administrators' calls fail with UserNotFoundException for an unknown user", async () => {
  const { client } = await startPool();

  await expect(client.send(new AdminGetUserCommand({ UserPoolId, Username }))).rejects.toMatchObject({
    name: "UserNotFoundException",
  });
});

test("a mail that can't be delivered is Cognito's error", async () => {
  const { signUp } = await startPool({ deliver: () => Promise.reject(new Error("no post today")) });

  await expect(signUp(Username)).rejects.toMatchObject({ name: "CodeDeliveryFailureException" });
});

test("users, sessions and keys survive a restart, and no password is stored in clear text", async () => {
  const dir = await mkdtemp(join(tmpdir(), "cognito-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const first = await startPool({ dir });
  await first.member(Username);
  const { AccessToken, RefreshToken } = await first.logIn(Username);
  await first.stop();
  for (const file of await readdir(dir)) {
    expect((await readFile(join(dir, file))).includes(PASSWORD)).toBe(false);
  }

  const second = await startPool({ dir });

  const keys = createLocalJWKSet(await (await fetch(second.jwksUrl)).json());
  await expect(jwtVerify(AccessToken, keys)).resolves.toBeDefined();
  await expect(second.logIn(Username)).resolves.toBeDefined();
  await expect(
    second.client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken })),
  ).resolves.toBeDefined();
});

test("the pool describes itself", async () => {
  const { client } = await startPool();

  expect((await client.send(new DescribeUserPoolCommand({ UserPoolId }))).UserPool).toMatchObject({
    Id: UserPoolId,
    Policies: { PasswordPolicy: { MinimumLength: 10 } },
  });
});

test("malformed requests are refused and the service keeps running", async () => {
  const { cognito, signUp } = await startPool();
  const call = async (target: string | undefined, body: string, authorization?: string) => {
    const headers = new Headers({ "content-type": "application/x-amz-json-1.1" });
    if (target) headers.set("x-amz-target", `AWSCognitoIdentityProviderService.${target}`);
    if (authorization) headers.set("authorization", authorization);
    const answer = await fetch(cognito.url, { method: "POST", headers, body });
    return [answer.status, ((await answer.json()) as { __type: string }).__type];
  };

  expect(await call("SignUp", "{}")).toEqual([400, "InvalidParameterException"]);
  expect(await call("SignUp", '{"ClientId":7,"Username":[],"Password":null}')).toEqual([
    400,
    "InvalidParameterException",
  ]);
  expect(await call("SignUp", "null")).toEqual([400, "InvalidParameterException"]);
  expect(await call("SignUp", "{")).toEqual([400, "SerializationException"]);
  expect(await call("SignUp", `"${"x".repeat(300_000)}"`)).toEqual([400, "SerializationException"]);
  expect(await call("SignUp", '{"ClientId":"other","Username":"a","Password":"1234567890"}')).toEqual([
    400,
    "ResourceNotFoundException",
  ]);
  expect(await call("GetUser", '{"AccessToken":"a.b.c"}')).toEqual([400, "NotAuthorizedException"]);
  expect(await call("Teleport", "{}")).toEqual([400, "UnknownOperationException"]);
  expect(await call(undefined, "{}")).toEqual([400, "UnknownOperationException"]);
  expect(await call("AdminGetUser", JSON.stringify({ UserPoolId, Username }))).toEqual([
    400,
    "MissingAuthenticationTokenException",
  ]);
  await expect(signUp(Username)).resolves.toBeDefined();
});
