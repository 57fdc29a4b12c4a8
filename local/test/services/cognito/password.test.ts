import {
  AdminSetUserPasswordCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { expect, test } from "vitest";
import { buildOtherCode, ClientId, HOUR, PASSWORD, startPool, UserPoolId } from "./start-pool.ts";

const Username = "0190a5c0-0000-7000-8000-000000000001";
const NEW = "a-new-password";

async function withResetCode() {
  const pool = await startPool();
  await pool.member(Username);
  await pool.client.send(new ForgotPasswordCommand({ ClientId, Username }));
  const reset = (ConfirmationCode = pool.lastCode(), Password = NEW) =>
    pool.client.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));
  return { ...pool, reset };
}

test("a reset code sets the new password once", async () => {
  const { reset, logIn } = await withResetCode();

  await reset();

  await expect(logIn(Username, NEW)).resolves.toBeDefined();
  await expect(logIn(Username, PASSWORD)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await expect(reset()).rejects.toMatchObject({ name: "ExpiredCodeException" });
});

test("a reset code lives an hour", async () => {
  const { reset, pass } = await withResetCode();
  pass(HOUR);

  await expect(reset()).rejects.toMatchObject({ name: "ExpiredCodeException" });
});

test("a wrong reset code and a short password leave the code valid", async () => {
  const { reset, lastCode } = await withResetCode();

  await expect(reset(buildOtherCode(lastCode()))).rejects.toMatchObject({ name: "CodeMismatchException" });
  await expect(reset(lastCode(), "short")).rejects.toMatchObject({ name: "InvalidPasswordException" });
  await expect(reset()).resolves.toBeDefined();
});

test("a reset doesn't end sessions, as on AWS", async () => {
  const { client, reset, logIn } = await withResetCode();
  const { RefreshToken } = await logIn(Username);

  await reset();

  await expect(client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }))).resolves.toBeDefined();
});

test("an unknown user's reset gets the usual response and sends no mail", async () => {
  const { client, mails } = await startPool();

  const answer = await client.send(new ForgotPasswordCommand({ ClientId, Username: "unknown" }));

  expect(answer.CodeDeliveryDetails).toMatchObject({ AttributeName: "email", DeliveryMedium: "EMAIL" });
  expect(mails).toEqual([]);
  await expect(
    client.send(
      new ConfirmForgotPasswordCommand({ ClientId, Username: "unknown", ConfirmationCode: "123456", Password: NEW }),
    ),
  ).rejects.toMatchObject({ name: "CodeMismatchException" });
});

test("an address that was never verified gets no reset mail", async () => {
  const { client, signUp, mails } = await startPool();
  await signUp(Username);

  await client.send(new ForgotPasswordCommand({ ClientId, Username }));

  expect(mails).toHaveLength(1);
});

test("a signed-in user changes the password with the old one", async () => {
  const { client, member, logIn } = await startPool();
  await member(Username);
  const { AccessToken } = await logIn(Username);
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));

  await expect(change("wrong-password", NEW)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await expect(change(PASSWORD, "short")).rejects.toMatchObject({ name: "InvalidPasswordException" });
  await change(PASSWORD, NEW);

  await expect(logIn(Username, NEW)).resolves.toBeDefined();
});

test("a permanent password set by an administrator confirms the user", async () => {
  const { client, signUp, logIn } = await startPool();
  await signUp(Username);

  await client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: NEW, Permanent: true }));

  await expect(logIn(Username, NEW)).resolves.toBeDefined();
});
