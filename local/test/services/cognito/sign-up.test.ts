import {
  AdminConfirmSignUpCommand,
  AdminGetUserCommand,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { expect, test } from "vitest";
import { buildOtherCode, ClientId, HOUR, PASSWORD, startPool, UserPoolId } from "./start-pool.ts";

const Username = "0190a5c0-0000-7000-8000-000000000001";

test("signing up mails a code that confirms the user and the address", async () => {
  const { client, signUp, mails, lastCode } = await startPool();

  const answer = await signUp(Username);
  expect(answer).toMatchObject({
    UserConfirmed: false,
    UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    CodeDeliveryDetails: { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: "0***@e***" },
  });
  expect(mails).toMatchObject([{ to: `${Username}@example.com` }]);
  await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: lastCode() }));

  const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username }));
  expect(user).toMatchObject({ Username, UserStatus: "CONFIRMED", Enabled: true });
  expect(user.UserCreateDate?.getFullYear()).toBe(new Date().getFullYear());
  expect(user.UserAttributes).toEqual([
    { Name: "sub", Value: answer.UserSub },
    { Name: "email", Value: `${Username}@example.com` },
    { Name: "email_verified", Value: "true" },
  ]);
});

test("a username can be signed up once", async () => {
  const { signUp } = await startPool();
  await signUp(Username);

  await expect(signUp(Username)).rejects.toMatchObject({ name: "UsernameExistsException" });
});

test.each([
  ["shorter than the policy", "123456789", "InvalidPasswordException"],
  ["longer than Cognito takes", "a".repeat(257), "InvalidParameterException"],
  ["ending in a blank", "correct-horse ", "InvalidParameterException"],
])("a password %s is refused", async (_what, Password, name) => {
  const { client } = await startPool();

  await expect(client.send(new SignUpCommand({ ClientId, Username, Password }))).rejects.toMatchObject({ name });
});

test.each([["1234567890"], ["a".repeat(256)]])("the password %s is accepted", async (Password) => {
  const { client } = await startPool();

  await expect(client.send(new SignUpCommand({ ClientId, Username, Password }))).resolves.toBeDefined();
});

test.each([
  ["no address", { Name: "email", Value: "nowhere" }, "InvalidParameterException"],
  ["an attribute of no schema", { Name: "shoe_size", Value: "43" }, "InvalidParameterException"],
  ["an address that calls itself verified", { Name: "email_verified", Value: "true" }, "NotAuthorizedException"],
])("signing up with %s is refused", async (_what, attribute, name) => {
  const { client } = await startPool();
  const command = new SignUpCommand({ ClientId, Username, Password: PASSWORD, UserAttributes: [attribute] });

  await expect(client.send(command)).rejects.toMatchObject({ name });
});

test("a wrong code is a mismatch and leaves the right one valid", async () => {
  const { client, signUp, lastCode } = await startPool();
  await signUp(Username);
  const right = lastCode();
  const confirm = (ConfirmationCode: string) =>
    client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));

  await expect(confirm(buildOtherCode(right))).rejects.toMatchObject({ name: "CodeMismatchException" });
  await expect(confirm(right)).resolves.toBeDefined();
});

test("a replayed code finds the user confirmed", async () => {
  const { client, member, lastCode } = await startPool();
  await member(Username);

  await expect(
    client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: lastCode() })),
  ).rejects.toMatchObject({ name: "NotAuthorizedException", message: expect.stringContaining("CONFIRMED") });
});

test("a sign-up code lives 24 hours", async () => {
  const { client, signUp, lastCode, pass } = await startPool();
  await signUp(Username);
  pass(24 * HOUR);

  await expect(
    client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: lastCode() })),
  ).rejects.toMatchObject({ name: "ExpiredCodeException" });
});

test("guessing a code stops at a limit, which an hour lifts", async () => {
  const { client, signUp, lastCode, pass } = await startPool();
  await signUp(Username);
  const confirm = (ConfirmationCode: string) =>
    client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
  for (let guess = 0; guess < 15; guess++) {
    await expect(confirm(buildOtherCode(lastCode()))).rejects.toMatchObject({ name: "CodeMismatchException" });
  }

  await expect(confirm(lastCode())).rejects.toMatchObject({ name: "LimitExceededException" });
  pass(HOUR + 1);
  await expect(confirm(lastCode())).resolves.toBeDefined();
});

test("a resent code replaces the first", async () => {
  const { client, signUp, lastCode } = await startPool();
  await signUp(Username);
  const first = lastCode();

  await client.send(new ResendConfirmationCodeCommand({ ClientId, Username }));

  expect(lastCode()).not.toBe(first);
  await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: lastCode() }));
});

test("resending to an unknown user gets the usual response and sends no mail", async () => {
  const { client, mails } = await startPool();

  const answer = await client.send(new ResendConfirmationCodeCommand({ ClientId, Username: "unknown" }));

  expect(answer.CodeDeliveryDetails?.DeliveryMedium).toBe("EMAIL");
  expect(mails).toEqual([]);
});

test("resending to a confirmed user is refused", async () => {
  const { client, member } = await startPool();
  await member(Username);

  await expect(client.send(new ResendConfirmationCodeCommand({ ClientId, Username }))).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
});

test("confirming an unknown user is an expired code", async () => {
  const { client } = await startPool();

  await expect(
    client.send(new ConfirmSignUpCommand({ ClientId, Username: "unknown", ConfirmationCode: "123456" })),
  ).rejects.toMatchObject({ name: "ExpiredCodeException" });
});

test("an administrator confirms the user but not the address", async () => {
  const { client, signUp } = await startPool();
  await signUp(Username);

  await client.send(new AdminConfirmSignUpCommand({ UserPoolId, Username }));

  const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username }));
  expect(user.UserStatus).toBe("CONFIRMED");
  expect(user.UserAttributes?.map(({ Name }) => Name)).not.toContain("email_verified");
});
