import Stripe from "stripe";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { openPayments } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import { buildEnvironmentSchema } from "#lambdas/platform/runtime/environment.ts";
import { openSecret } from "#lambdas/platform/secrets/open-secret.ts";
import { startApi } from "#test/support/start-api.ts";

const api = await startApi();
const right = JSON.stringify(api.stripe.keys);
const outdated = JSON.stringify({ secretKey: "sk_test_outdated", webhookSecret: "whsec_outdated" });
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** The payment services of a process that read the secret before it was rotated. */
async function paymentsBeforeRotation() {
  api.secrets.put("stripe", outdated);
  const payments = openPayments(buildEnvironmentSchema(["payments"]).parse(process.env));
  await payments.isSigned("{}", signed("{}", "whsec_outdated"));
  return payments;
}

const signed = (payload: string, secret: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret });

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test("a running process uses the new key once Stripe refuses the old one", async () => {
  const { [CLIENT]: stripe } = await paymentsBeforeRotation();
  api.secrets.put("stripe", right);
  expect(await stripe.accounts.list({ limit: 1 })).toMatchObject({ object: "list" });
});

test("a running process accepts signatures of the new secret", async () => {
  const payments = await paymentsBeforeRotation();
  api.secrets.put("stripe", right);
  expect(await payments.isSigned("{}", signed("{}", api.stripe.keys.webhookSecret))).toBe(true);
  expect(await payments.isSigned("{}", signed("{}", "whsec_outdated"))).toBe(false);
});

test("a key that stays refused is an error", async () => {
  const { [CLIENT]: stripe } = await paymentsBeforeRotation();
  await expect(stripe.accounts.list({ limit: 1 })).rejects.toMatchObject({ statusCode: 401 });
});

test("a changed secret is read again after five minutes", async () => {
  api.secrets.put("stripe", "first");
  const secret = openSecret("stripe");
  expect(await secret.read()).toBe("first");
  api.secrets.put("stripe", "second");
  pass(4);
  expect(await secret.read()).toBe("first");
  pass(1);
  expect(await secret.read()).toBe("second");
});

test("refusals renew the secret at most once a minute", async () => {
  api.secrets.put("stripe", "first");
  const secret = openSecret("stripe");
  const text = await secret.read();
  expect(await secret.renew(text)).toBeUndefined();
  api.secrets.put("stripe", "second");
  expect(await Promise.all(Array.from({ length: 20 }, () => secret.renew(text)))).toEqual(Array(20).fill(undefined));
  pass(1);
  expect(await Promise.all(Array.from({ length: 20 }, () => secret.renew(text)))).toEqual(Array(20).fill("second"));
});

test("a cached secret outlives a failure of the service", async () => {
  api.secrets.put("stripe", "first");
  const secret = openSecret("stripe");
  await secret.read();
  api.secrets.put("stripe", "");
  pass(5);
  expect(await secret.read()).toBe("first");
  api.secrets.put("stripe", "second");
  expect(await secret.read()).toBe("first");
  pass(1);
  expect(await secret.read()).toBe("second");
});

test("a secret that was never read is an error until it can be read", async () => {
  api.secrets.put("stripe", "");
  const secret = openSecret("stripe");
  await expect(secret.read()).rejects.toThrow("has no text");
  api.secrets.put("stripe", "first");
  expect(await secret.read()).toBe("first");
});
