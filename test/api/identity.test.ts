import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { openIdentity } from "#lambdas/areas/auth/identity.ts";
import { atFileEnd } from "#test/support/file-end.ts";

/** A provider that refuses every call for this reason. */
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
  const identity = openIdentity({ USER_POOL_ID: "us-east-1_test", USER_POOL_CLIENT_ID: "client" });
  return { identity, restore: () => vi.unstubAllEnvs() };
}

test("every call to a provider that is asked too often says so", async () => {
  const { identity, restore } = await refusingWith("TooManyRequestsException");
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
});
