import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";

let service: StripeService;
let stripe: Stripe;
let offset = 0;

beforeAll(async () => {
  service = await startStripe({ now: () => new Date(Date.now() + offset) });
  const { hostname, port } = new URL(service.url);
  stripe = new Stripe(service.keys.secretKey, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
});

afterAll(() => service.stop());

const FEATURES = {
  payment_method_redisplay: "enabled",
  payment_method_save: "enabled",
  payment_method_save_usage: "on_session",
  payment_method_remove: "enabled",
} as const;

type Features = Stripe.CustomerSessionCreateParams.Components.PaymentElement.Features;

const openSession = (customer: string, features: Features = FEATURES) =>
  stripe.customerSessions.create({ customer, components: { payment_element: { enabled: true, features } } });

/** Calls of the stand-in's own script in the browser. */
async function browser(method: "GET" | "POST", path: string, fields: Record<string, string>) {
  const form = new URLSearchParams(fields);
  const headers = { authorization: "Bearer pk_test_1" };
  const response =
    method === "GET"
      ? await fetch(`${service.url}${path}?${form}`, { headers })
      : await fetch(`${service.url}${path}`, { method, headers, body: form });
  return { status: response.status, body: await response.json() };
}

const readSession = async (secret: string, more: object = {}) =>
  browser("GET", "/v1/elements/sessions", { customer_session_client_secret: secret, ...more });

const CARD = { number: "4242424242424242", exp_month: "7", exp_year: "33", cvc: "123" };

/** Pays in the browser as the element does, with the box to save the card checked or not. */
async function pay(customer: string | undefined, isSaved: boolean, card: object = CARD) {
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: "usd",
    ...(customer ? { customer } : {}),
  });
  const data = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const answer = await browser("POST", `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? "",
    "payment_method_data[type]": "card",
    "payment_method_data[allow_redisplay]": isSaved ? "always" : "limited",
    ...Object.fromEntries(data),
    ...(isSaved ? { setup_future_usage: "on_session" } : {}),
  });
  return { intent, answer };
}

const listSavedCards = async (customer: string) => (await stripe.customers.listPaymentMethods(customer)).data;

async function withCard() {
  const { id } = await stripe.customers.create();
  await pay(id, true);
  const [method] = await listSavedCards(id);
  return { customer: id, method: method?.id ?? "" };
}

describe("a customer", () => {
  test("that is unknown or deleted is a missing resource in a path, and an invalid parameter in a body", async () => {
    const { id } = await stripe.customers.create({ metadata: { userId: "1" } });
    await stripe.customers.del(id);
    expect(await stripe.customers.retrieve(id)).toEqual(expect.objectContaining({ id, deleted: true }));
    for (const gone of [id, "cus_unknown"]) {
      const missing = { statusCode: 404, code: "resource_missing" };
      await expect(stripe.customers.listPaymentMethods(gone)).rejects.toMatchObject(missing);
      await expect(stripe.customers.del(gone)).rejects.toMatchObject(missing);
      const wrong = { statusCode: 400, code: "resource_missing", param: "customer" };
      await expect(openSession(gone)).rejects.toMatchObject(wrong);
      const intent = stripe.paymentIntents.create({ amount: 1000, currency: "usd", customer: gone });
      await expect(intent).rejects.toMatchObject(wrong);
    }
    await expect(stripe.customers.retrieve("cus_unknown")).rejects.toMatchObject({ statusCode: 404 });
  });

  test("is deleted with its cards", async () => {
    const { customer, method } = await withCard();
    await stripe.customers.del(customer);
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "usd" });
    const again = stripe.paymentIntents.confirm(intent.id, { payment_method: method });
    await expect(again).rejects.toMatchObject({ message: expect.stringContaining("may not be used again") });
  });

  test.each([
    ["one that isn't there", { payment_method_colour: "enabled" }, "parameter_unknown"],
    ["a value that there isn't", { payment_method_save: "always" }, undefined],
    ["a limit above ten", { payment_method_redisplay_limit: 11 }, undefined],
    ["a usage without saving", { payment_method_save_usage: "on_session" }, undefined],
  ])("gets no session with an invalid feature: %s", async (_, features, code) => {
    const { id } = await stripe.customers.create();
    const refused = openSession(id, features as Features);
    await expect(refused).rejects.toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", code });
  });
});

describe("a payment method", () => {
  test("belongs to the customer once a payment that saves it has succeeded, and not before", async () => {
    const { id } = await stripe.customers.create();
    await pay(id, true, { ...CARD, number: "4000000000000002" });
    await pay(id, false);
    expect(await listSavedCards(id)).toEqual([]);
    await pay(id, true);
    expect(await listSavedCards(id)).toMatchObject([
      { allow_redisplay: "always", customer: id, card: { brand: "visa", last4: "4242", exp_month: 7, exp_year: 2033 } },
    ]);
  });

  test("is saved after its bank's second step", async () => {
    const { id } = await stripe.customers.create();
    const { intent } = await pay(id, true, { ...CARD, number: "4000002500003155" });
    expect(await listSavedCards(id)).toEqual([]);
    await browser("POST", `/v1/payment_intents/${intent.id}/authenticate`, {
      client_secret: intent.client_secret ?? "",
      outcome: "succeed",
    });
    expect(await listSavedCards(id)).toMatchObject([{ card: { last4: "3155" } }]);
  });

  test("can pay again for its customer, and for nobody else", async () => {
    const { customer, method } = await withCard();
    const { id: other } = await stripe.customers.create();
    const start = (of: string) => stripe.paymentIntents.create({ amount: 1000, currency: "usd", customer: of });
    const confirm = async (of: string) =>
      stripe.paymentIntents.confirm((await start(of)).id, { payment_method: method });
    expect((await confirm(customer)).status).toBe("succeeded");
    await expect(confirm(other)).rejects.toMatchObject({ statusCode: 400, param: "payment_method" });
    await expect(stripe.customers.retrievePaymentMethod(other, method)).rejects.toMatchObject({ statusCode: 404 });
  });

  test("can be detached once, and can't pay afterwards", async () => {
    const { customer, method } = await withCard();
    expect((await stripe.paymentMethods.detach(method)).customer).toBeNull();
    const again = stripe.paymentMethods.detach(method);
    await expect(again).rejects.toMatchObject({ message: expect.stringContaining("not attached to a customer") });
    await expect(stripe.paymentMethods.detach("pm_unknown")).rejects.toMatchObject({ statusCode: 404 });
    expect(await listSavedCards(customer)).toEqual([]);
  });
});

describe("the payment element of a session", () => {
  test("shows the cards that may be shown again, up to the session's limit", async () => {
    const { customer } = await withCard();
    await pay(customer, true, { ...CARD, number: "5555555555554444" });
    const { client_secret } = await openSession(customer);
    const shown = await readSession(client_secret);
    expect(shown.body.payment_methods.map(({ card }: Stripe.PaymentMethod) => card?.last4)).toEqual(["4444", "4242"]);
    expect(shown.body.features).toMatchObject({ payment_method_save_usage: "on_session" });
    const one = await openSession(customer, { ...FEATURES, payment_method_redisplay_limit: 1 });
    expect((await readSession(one.client_secret)).body.payment_methods).toHaveLength(1);
    const none = await openSession(customer, {});
    expect((await readSession(none.client_secret)).body.payment_methods).toEqual([]);
  });

  test("removes a card of its own customer if the session allows it", async () => {
    const { customer, method } = await withCard();
    const detach = async (features: Features, of = customer) => {
      const fields = { customer_session_client_secret: (await openSession(of, features)).client_secret };
      return (await browser("POST", `/v1/elements/payment_methods/${method}/detach`, fields)).status;
    };
    expect(await detach({ payment_method_redisplay: "enabled" })).toBe(404);
    expect(await detach(FEATURES, (await withCard()).customer)).toBe(404);
    expect(await detach(FEATURES)).toBe(200);
    expect(await listSavedCards(customer)).toEqual([]);
  });

  test("is refused with a payment of another customer, and half an hour later", async () => {
    const { customer } = await withCard();
    const { client_secret } = await openSession(customer);
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "usd" });
    expect((await readSession(client_secret, { client_secret: intent.client_secret })).status).toBe(400);
    offset += 31 * 60 * 1000;
    expect((await readSession(client_secret)).status).toBe(401);
    expect((await readSession("cuss_secret_unknown")).status).toBe(401);
  });
});
