import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";

const dir = mkdtempSync(join(tmpdir(), "ochre-stripe-"));
const running: StripeService[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
  rmSync(dir, { recursive: true, force: true });
});

async function start(kept = false) {
  const service = await startStripe(kept ? { dir } : {});
  running.push(service);
  const { hostname, port } = new URL(service.url);
  const stripe = new Stripe(service.keys.secretKey, { host: hostname, port, protocol: "http" });
  return { service, stripe };
}

const create = (stripe: Stripe) => stripe.paymentIntents.create({ amount: 1285, currency: "usd" });

test("a message has Stripe's signature and contains the object", async () => {
  const { service, stripe } = await start();
  const { id } = await create(stripe);
  const [message] = service.webhooks.take();
  const { body = "", signature = "" } = message ?? {};
  const event = Stripe.webhooks.constructEvent(body, signature, service.keys.webhookSecret);
  expect(event).toMatchObject({ type: "payment_intent.created", data: { object: { id } } });
  expect(await stripe.events.retrieve(event.id)).toMatchObject({ type: event.type });
});

test("a message is sent again until its response is a success", async () => {
  const { service, stripe } = await start();
  const statuses = [500, 200];
  const deliver = vi.fn(async () => statuses.shift() ?? 200);
  service.webhooks.start(deliver);
  await create(stripe);
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  expect(service.webhooks.take()).toEqual([]);
});

test("queued messages, payments and keys survive a restart", async () => {
  const first = await start(true);
  const { id } = await create(first.stripe);
  await running.pop()?.stop();
  const second = await start(true);
  expect(second.service.keys).toEqual(first.service.keys);
  expect((await second.stripe.paymentIntents.retrieve(id)).status).toBe("requires_payment_method");
  expect(second.service.webhooks.take().map(({ event }) => event.type)).toEqual(["payment_intent.created"]);
});
