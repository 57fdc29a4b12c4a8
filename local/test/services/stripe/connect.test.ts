import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { configureStripe } from "#local/cloud/configure-stripe.ts";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { type SecretService, startSecrets } from "#local/services/secrets-manager.ts";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";
import { readAssembly } from "#local/template/assembly.ts";
import { createResolver } from "#local/template/resolve.ts";
import { CLIENT } from "../../../../lambdas/areas/purchases/stripe/client.ts";
import { openPayments } from "../../../../lambdas/areas/purchases/stripe/open-payments.ts";
import { writeAssembly } from "../../support/stack.ts";

const received: { path: string | undefined; body: string; signature: string }[] = [];
const site = createServer(async (request: IncomingMessage, response) => {
  const signature = String(request.headers["stripe-signature"]);
  received.push({ path: request.url, body: await text(request), signature });
  response.end();
});

let secrets: SecretService;
let stripe: StripeService;

beforeAll(async () => {
  [secrets, stripe] = await Promise.all([startSecrets(), startStripe()]);
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
});

afterAll(async () => {
  await Promise.all([secrets.stop(), stripe.stop()]);
  site.close();
});

/** Runs a template with these outputs. */
function load(outputs: Record<string, { Value: unknown }>) {
  const resources = { Keys: { Type: "AWS::SecretsManager::Secret" } };
  const assembly = readAssembly(writeAssembly({ resources, outputs }));
  const hosts = { site: "localhost", s3: "127.0.0.1", providerUrl: () => "" };
  const resolver = createResolver(assembly, hosts);
  configureStripe({ secrets, stripe }, assembly, resolver);
  return { secret: resolver.getName("Keys") };
}

test("a stack without outputs for secret and webhook isn't changed", async () => {
  const { secret } = load({});
  const payments = openPayments({ STRIPE_SECRET_ARN: secret, STRIPE_API_URL: stripe.url });
  await expect(payments.isSigned("{}", "")).rejects.toThrow(/can't find the specified secret/);
});

test("the keys are stored in the stack's secret, and messages are sent to its URL, only once even after a reload", async () => {
  const { port } = site.address() as AddressInfo;
  const outputs = {
    StripeSecret: { Value: { Ref: "Keys" } },
    StripeEvents: { Value: "payment_intent.created payment_intent.succeeded" },
    StripeConnectEvents: { Value: "account.updated" },
    StripeWebhook: { Value: `http://127.0.0.1:${port}/its/webhook` },
  };
  load(outputs);
  const { secret } = load(outputs);
  const payments = openPayments({ STRIPE_SECRET_ARN: secret, STRIPE_API_URL: stripe.url });
  // Messages come in order, so whatever the first left to be sent again would come before the second.
  for (const nth of [1, 2]) {
    const { id } = await payments[CLIENT].paymentIntents.create({ amount: 1285, currency: "usd" });
    const delivered = await vi.waitUntil(() => received[nth - 1], { timeout: 20_000 });
    const event = JSON.parse(delivered.body) as Stripe.PaymentIntentCreatedEvent;
    expect([await payments.isSigned(delivered.body, delivered.signature), event.data.object.id]).toEqual([true, id]);
  }
  expect(received.map(({ path }) => path)).toEqual(["/its/webhook", "/its/webhook"]);
});
