import { expect, test } from "vitest";
import { actAs } from "#test/support/rights.ts";
import { startApi } from "#test/support/start-api.ts";

test("every service call is checked against the role of its function", async () => {
  const { services } = await startApi();
  const denied = (action: string) =>
    expect.objectContaining({ message: expect.stringContaining(`perform: ${action} on`) });
  const as = (name: string, work: () => Promise<unknown>) => actAs(name, work).catch((error: unknown) => error);

  expect(await as("users", () => services.identity.register(services.newId(), "long enough to be one"))).toEqual(
    denied("cognito-idp:AdminCreateUser"),
  );
  expect(await as("users", () => services.uploads.read("uploads/none"))).toEqual(denied("s3:GetObject"));
  expect(await as("process-upload", () => services.uploads.read("uploads/none"))).toBeUndefined();
  expect(await as("users", () => services.signing.key())).toEqual(denied("secretsmanager:GetSecretValue"));
});
