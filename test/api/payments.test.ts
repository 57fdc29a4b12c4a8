import Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { openPayments } from "#lambdas/payments/open-payments.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

test("the provider is called with the key from the secret", async () => {
  const account = await api.services.payments.stripe.accounts.create({ type: "express", country: "AT" });
  expect(account.id).toMatch(/^acct_/);
});

test("a message with the provider's signature is read, and no other", async () => {
  const { payments } = api.services;
  const { id } = await payments.stripe.accounts.create({ type: "express", country: "AT" });
  api.stripe.submitDetails(id);
  const message = api.stripe.webhooks.take().find(({ event }) => event.account === id);
  const { body = "", signature = "" } = message ?? {};
  expect(await payments.readEvent(body, signature)).toMatchObject({ type: "account.updated", account: id });
  expect(await payments.readEvent(`${body} `, signature)).toBeUndefined();
  expect(await payments.readEvent(body, "")).toBeUndefined();
  const forged = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: "whsec_of_someone_else" });
  expect(await payments.readEvent(body, forged)).toBeUndefined();
});

test("a secret that isn't there is an error, and is asked for again", async () => {
  const missing = openPayments({ STRIPE_SECRET_ARN: "nowhere", STRIPE_API_URL: api.stripe.url });
  await expect(missing.readEvent("{}", "")).rejects.toThrow(/can't find the specified secret/);
  await expect(missing.readEvent("{}", "")).rejects.toThrow(/can't find the specified secret/);
});
