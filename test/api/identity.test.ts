import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Logger } from "@aws-lambda-powertools/logger";
import { expect, test, vi } from "vitest";
import { openIdentity } from "#lambdas/areas/auth/identity.ts";
import { atFileEnd } from "#test/support/file-end.ts";

/** Starts an identity provider that refuses every call with this error. */
async function refusingWith(type: string) {
  const server = createServer((_, response) => {
    response.writeHead(400, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify({ __type: type, message: "Slow down" }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atFileEnd(() => server.close());
  vi.stubEnv(
    "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER",
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  const log = new Logger();
  const lines = vi.spyOn(log, "error").mockReturnValue();
  const identity = openIdentity({ USER_POOL_ID: "us-east-1_test", USER_POOL_CLIENT_ID: "client" }, log);
  return { identity, lines, restore: () => vi.unstubAllEnvs() };
}

test('every call that the identity provider throttles returns "too_many", with a counted log line', async () => {
  const { identity, lines, restore } = await refusingWith("TooManyRequestsException");
  const answers = await Promise.all([
    identity.register("user", "a fine password"),
    identity.setPassword("user", "a fine password"),
    identity.logIn("user", "a fine password"),
    identity.logInProven("user", async () => "a proof"),
    identity.refresh("token"),
    identity.revoke("token"),
    identity.signOutEverywhere("user"),
  ]);
  restore();
  expect(answers).toEqual(answers.map(() => "too_many"));
  expect(lines).toHaveBeenCalledTimes(answers.length);
  for (const [, fields] of lines.mock.calls) expect(fields).toMatchObject({ IdentityCallsRefused: 1 });
  expect(lines).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ call: "AdminInitiateAuthCommand" }));
});

test("a limit of a single account isn't counted as throttling", async () => {
  const { identity, lines, restore } = await refusingWith("LimitExceededException");
  expect(await identity.logIn("user", "a fine password")).toBe("too_many");
  restore();
  expect(lines).not.toHaveBeenCalled();
});
