import type { Context } from "aws-lambda";
import fc from "fast-check";
import { startSecrets } from "ochre-local/services";
import Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { handlers } from "#lambdas/areas/purchases/api/stripe/routes.ts";
import { findHolding } from "#lambdas/areas/purchases/order/find-orders.ts";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { openPayments } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { serve } from "#lambdas/platform/runtime/serve.ts";
import { placeOrder } from "#shared/contract/orders.ts";
import * as contract from "#shared/contract/stripe.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { buildEvent } from "#test/support/event.ts";
import { startShop } from "#test/support/purchasing.ts";
import { createAccount } from "#test/support/seller-account.ts";

const { api, shop } = await startShop();
const { services, stripe } = api;
const provider = api.provider;
const secret = stripe.keys.webhookSecret;
const info = vi.spyOn(services.log, "info");

beforeEach(() => {
  info.mockClear();
  stripe.webhooks.take();
});

const signed = (payload: string, key = secret) => Stripe.webhooks.generateTestHeaderString({ payload, secret: key });

/** Posts a body to the function and returns the status; `instead` replaces services. */
async function post(body: string | undefined, headers: Record<string, string>, instead: object = {}) {
  const answer = serve(contract, handlers, () => ({ ...services, ...instead }));
  return (await answer(buildEvent(contract.receiveEvent, { body, headers }), {} as Context)).statusCode ?? 0;
}

const JSON_TYPE = { "content-type": "application/json" };
const deliver = (event: unknown, instead?: object) => {
  const payload = JSON.stringify(event);
  const isThin = (event as { object?: string } | null)?.object === "v2.core.event";
  const signature = signed(payload, isThin ? stripe.keys.accountsWebhookSecret : secret);
  return post(payload, { ...JSON_TYPE, "stripe-signature": signature }, instead);
};

const eventAbout = (type: string, object: unknown) => ({ id: "evt_1", object: "event", type, data: { object } });

/** The lines logged about events that changed nothing. */
const logged = () => info.mock.calls.map(([message, details]) => [message, (details as { reason: string }).reason]);
const nothing = (reason: string) => [["A webhook event changed nothing", reason]];

describe("a webhook with an invalid signature is refused with 400", () => {
  const body = JSON.stringify(eventAbout("payment_intent.succeeded", { id: "pi_1" }));
  const now = Math.floor(Date.now() / 1000);

  test.each([
    ["no signature", body, undefined],
    ["an empty signature", body, ""],
    ["a signature of spaces", body, "   "],
    ["no value of the scheme", body, `t=${now},v1`],
    ["an empty value of the scheme", body, `t=${now},v1=`],
    ["letters that aren't hexadecimal", body, `t=${now},v1=${"ö".repeat(64)}`],
    ["no time", body, "v1=00"],
    ["an invalid time", body, "t=soon,v1=00"],
    ["another scheme only", body, `t=${now},v0=00`],
    ["the right signature of another body", body, signed(`${body} `)],
    ["an empty body", "", `t=${now},v1=00`],
    ["no body", undefined, `t=${now},v1=00`],
    ["no body and no signature", undefined, undefined],
    ["a signed empty body", "", signed("")],
    ["a signed body that isn't JSON", "{", signed("{")],
  ])("%s", async (what, text, signature) => {
    const headers: Record<string, string> = signature === undefined ? {} : { "stripe-signature": signature };
    const refused = vi.spyOn(services.log, "warn");
    expect(await post(text, { ...JSON_TYPE, ...headers })).toBe(400);
    // A wrong signature counts in the metric that an alarm watches; requests of bots, without a signature, don't.
    expect(refused.mock.calls.map(([, details]) => details)).toEqual(
      signature?.trim() && what !== "a signed body that isn't JSON"
        ? [expect.objectContaining({ WebhooksRefused: 1 })]
        : [],
    );
    refused.mockRestore();
    expect(await post(text, headers)).toBe(400);
  });

  test("for any headers and body", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.constantFrom("v1", "t", `t=${now},v1`, `t=${now},v1=`, "t=,v1=,", ",,,=", `v1=${"0".repeat(64)},t=${now}`),
      fc.string({ minLength: 64, maxLength: 64, unit: "grapheme" }).map((text) => `t=${now},v1=${text}`),
    );
    const name = fc.constantFrom("stripe-signature", "content-type", "origin", "x-forwarded-for", "idempotency-key");
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.constantFrom("", body, undefined));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), text, fc.boolean(), async (headers, sent, asJson) => {
        expect(await post(sent, { ...headers, ...(asJson ? JSON_TYPE : {}) })).toBe(400);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a signed webhook about something unknown is acknowledged and logged once", () => {
  test.each([
    ["payment_intent.succeeded", "pi_unknown"],
    ["payment_intent.canceled", "pi_unknown"],
    ["charge.refunded", "ch_unknown"],
    ["charge.dispute.created", "du_unknown"],
    ["charge.dispute.closed", "du_unknown"],
    ["account.updated", "acct_unknown"],
  ])("%s of an unknown object", async (type, id) => {
    expect(await deliver(eventAbout(type, { id }))).toBe(200);
    expect(logged()).toEqual(nothing("unknown to the provider"));
  });

  test("an event of another mode", async () => {
    for (const livemode of [true, false]) {
      info.mockClear();
      expect(await deliver({ ...eventAbout("charge.refunded", { id: "ch_unknown" }), livemode })).toBe(200);
      expect(logged()).toEqual(nothing(livemode ? "of another mode" : "unknown to the provider"));
    }
  });

  test("a type without subscription", async () => {
    for (const type of ["balance.available", "toString", "__proto__", "constructor", ""]) {
      info.mockClear();
      expect(await deliver(eventAbout(type, {}))).toBe(200);
      expect(logged()).toEqual(nothing("not subscribed"));
    }
  });

  test.each([
    ["null", null],
    ["a number", 7],
    ["a list", []],
    ["nothing", {}],
    ["no data", { id: "evt_1", type: "charge.refunded" }],
    ["no object", { id: "evt_1", type: "charge.refunded", data: {} }],
    ["no id", eventAbout("charge.refunded", {})],
    ["an id that is empty", eventAbout("charge.refunded", { id: "" })],
    ["an id that is a path", eventAbout("charge.refunded", { id: "../refunds" })],
    ["an id that is a number", eventAbout("charge.refunded", { id: 7 })],
    ["no event id", { ...eventAbout("charge.refunded", { id: "ch_1" }), id: undefined }],
    ["a thin event", { id: "evt_1", object: "v2.core.event", type: "v1.charge.refunded" }],
    [
      "a thin event about an account that isn't connected",
      {
        id: "evt_1",
        object: "v2.core.event",
        type: "v2.core.account[requirements].updated",
        related_object: { id: "acct_unknown", type: "v2.core.account", url: "/v2/core/accounts/acct_unknown" },
      },
    ],
    [
      "a thin event about nothing",
      { id: "evt_1", object: "v2.core.event", type: "v2.core.account[requirements].updated" },
    ],
  ])("one with %s", async (_, event) => {
    expect(await deliver(event)).toBe(200);
    expect(logged()).toHaveLength(1);
  });

  const ids = { orderId: services.newId(), artworkId: services.newId(), buyerId: services.newId() };

  test.each([
    ["without our metadata", {}],
    ["with an order number of its own", { orderId: "1234", artworkId: "#7", buyerId: "ann" }],
    ["of another stage", ids],
  ])("a payment of another application on the same account, %s", async (_, metadata) => {
    const { id } = await provider.paymentIntents.create({ amount: 900, currency: "usd", metadata });
    const { latest_charge } = await provider.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    const { id: disputeId } = stripe.disputeCharge(String(latest_charge));
    for (const [type, object] of [
      ["payment_intent.succeeded", id],
      ["charge.dispute.created", disputeId],
    ] as const) {
      info.mockClear();
      expect(await deliver(eventAbout(type, { id: object }))).toBe(200);
      expect(logged()).toEqual(nothing("not ours"));
    }
    stripe.closeDispute(disputeId, "won");
    await provider.refunds.create({ charge: String(latest_charge) });
    info.mockClear();
    expect(await deliver(eventAbout("charge.refunded", { id: latest_charge }))).toBe(200);
    expect(logged()).toEqual(nothing("not ours"));
  });

  test("a canceled payment and an account of another application", async () => {
    const { id } = await provider.paymentIntents.create({ amount: 900, currency: "usd" });
    await provider.paymentIntents.cancel(id);
    expect(await deliver(eventAbout("payment_intent.canceled", { id }))).toBe(200);
    const account = await createAccount(provider, "AT");
    expect(await deliver(eventAbout("account.updated", { id: account.id }))).toBe(200);
    expect(logged()).toEqual([...nothing("not ours"), ...nothing("not ours")]);
  });

  test("any signed body", async () => {
    const type = fc.constantFrom(
      "payment_intent.succeeded",
      "payment_intent.canceled",
      "charge.refunded",
      "charge.dispute.closed",
      "account.updated",
      "valueOf",
    );
    const id = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue(), fc.constantFrom("pi_1", "evt_1", "..", "a/b"));
    const event = fc.oneof(
      fc.jsonValue(),
      fc.record({ id, type, data: fc.oneof(fc.jsonValue(), fc.record({ object: fc.record({ id }) })) }),
    );
    await fc.assert(
      fc.asyncProperty(event, async (said) => {
        const payload = JSON.stringify(said) ?? "null";
        expect(await post(payload, { ...JSON_TYPE, "stripe-signature": signed(payload) })).toBe(200);
      }),
      { numRuns: 300 },
    );
  });
});

test("an early fraud warning and a failed payout reach the operators with order and account", async () => {
  const [warn, error] = [vi.spyOn(services.log, "warn"), vi.spyOn(services.log, "error")];
  const { seller, buyer, ...offered } = await shop.offer();
  const { orderIntent, orderId } = await shop.purchase(offered, buyer.userId);
  const { latest_charge } = await provider.paymentIntents.retrieve(orderIntent);
  stripe.warnOfFraud(String(latest_charge));
  const warnings = stripe.webhooks.take();
  await shop.deliver([...warnings, ...warnings]);
  const subject = `The payment of order ${formatOrderNumber(orderId)} was reported as fraud`;
  expect(api.mails().filter((mail) => mail.to === process.env.OPERATORS_MAIL && mail.subject === subject)).toHaveLength(
    1,
  );
  expect(error).toHaveBeenCalledWith("A payment was reported as fraud", expect.objectContaining({ orderId }));
  await provider.accounts.update(seller.stripeId, { metadata: { userId: seller.userId } });
  stripe.failPayout(seller.stripeId);
  expect(stripe.webhooks.take().map(({ event }) => event.type)).toEqual([
    "payout.failed",
    "v2.core.account[requirements].updated",
  ]);
  stripe.failPayout(seller.stripeId);
  await shop.deliver();
  expect(warn).toHaveBeenCalledWith(
    "A payout to a seller failed",
    expect.objectContaining({ account: seller.stripeId }),
  );
  expect((await findUser(services.table, seller.userId))?.onboarded).toBe(false);
});

test("a failed payout is mailed to its seller once, with the reason and a remedy", async () => {
  const { seller } = await shop.offer();
  await provider.accounts.update(seller.stripeId, { metadata: { userId: seller.userId } });
  stripe.failPayout(seller.stripeId);
  const messages = stripe.webhooks.take();
  const [payoutId = ""] = messages.flatMap(({ event }) =>
    "data" in event ? [(event.data.object as { id: string }).id] : [],
  );
  await expect(provider.payouts.retrieve(payoutId)).rejects.toThrow(`No such payout: '${payoutId}'`);
  expect(new Set(await shop.deliver([...messages, ...messages]))).toEqual(new Set([200]));
  const mails = api.mails().filter(({ to }) => to === seller.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["A payout of your earnings didn't arrive"]);
  expect(mails[0]?.text).toContain("until Stripe has a working account");
  expect(mails[0]?.text).toContain("Amount: €17.00\n");
  expect(mails[0]?.text).toContain("Reason: The account is closed.");
  expect(mails[0]?.links).toContain(`${services.siteOrigin}/payouts`);
});

test.each([
  ["insufficient_funds", "balance", /Nothing is wrong with your bank account.*need to do anything/s],
  ["declined", "bank", /^Your bank refused.*Ask your bank/ms],
  ["invalid_account_number", "account", /bank account or card that it was sent to can't receive it/],
  ["of_next_year", "unknown cause", /which shows whether it needs anything from you/],
])("a payout that failed by %s is explained by the %s", async (failure_code, _blamed, said) => {
  const { seller } = await shop.offer();
  await provider.accounts.update(seller.stripeId, { metadata: { userId: seller.userId } });
  stripe.failPayout(seller.stripeId, { failure_code, failure_message: null });
  await shop.deliver();
  const [mail] = api.mails().filter(({ to }) => to === seller.email);
  expect(mail?.text).toMatch(said);
});

test("a failed payout is mailed without its amount if the key can't read payouts", async () => {
  const error = vi.spyOn(services.log, "error");
  const { seller } = await shop.offer();
  await provider.accounts.update(seller.stripeId, { metadata: { userId: seller.userId } });
  stripe.failPayout(seller.stripeId);
  const message = stripe.webhooks.take().find(({ event }) => event.type === "payout.failed");
  const refused = new Stripe.errors.StripePermissionError({ message: "rights", type: "invalid_request_error" });
  const client = new Proxy(provider, {
    get: (target, name) =>
      name === "payouts" ? { retrieve: () => Promise.reject(refused) } : Reflect.get(target, name),
  });
  const payments = { ...services.payments, [CLIENT]: client };
  const headers = { "stripe-signature": message?.signature ?? "" };
  expect((await api.call(contract.receiveEvent, { body: message?.body, headers }, { payments })).status).toBe(200);
  expect(error).toHaveBeenCalledWith(
    "The Stripe key lacks permission to read payouts",
    expect.objectContaining({ PaymentRightsMissing: 1 }),
  );
  const [mail] = api.mails().filter(({ to }) => to === seller.email);
  expect(mail?.subject).toBe("A payout of your earnings didn't arrive");
  expect(mail?.text).not.toContain("Amount");
});

test.each([
  [{ failure_code: "new_reason", failure_message: "A reason of next year." }, "Reason: A reason of next year."],
  [{ failure_code: null, failure_message: null }, "Reason: No reason was given."],
])("an unknown reason of a failed payout is mailed in the provider's words, if any", async (failed, line) => {
  const { seller } = await shop.offer();
  await provider.accounts.update(seller.stripeId, { metadata: { userId: seller.userId } });
  stripe.failPayout(seller.stripeId, { ...failed, amount: 123_456, currency: "gbp" });
  await shop.deliver();
  const [mail] = api.mails().filter(({ to }) => to === seller.email);
  expect(mail?.text).toContain(`Amount: £1,234.56\n${line}`);
});

describe("an event whose processing fails answers 500, so that the provider retries it", () => {
  const down = { send: () => Promise.reject(new Error("The table is down")) };

  async function paid() {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    return shop.pay(body.orderIntent);
  }

  test("while the table is down; once it is back, the event is processed", async () => {
    const { id } = await paid();
    const event = eventAbout("payment_intent.succeeded", { id });
    expect(await deliver(event, { table: down })).toBe(500);
    expect(await deliver(event)).toBe(200);
    expect(logged()).toEqual([]);
  });

  test("while the provider is unreachable or refuses our key", async () => {
    const { id } = await paid();
    const event = eventAbout("payment_intent.succeeded", { id });
    const { isSigned } = services.payments;
    const failing = (error: Error) => ({
      payments: { isSigned, [CLIENT]: { paymentIntents: { retrieve: () => Promise.reject(error) } } },
    });
    for (const error of [
      new Stripe.errors.StripeConnectionError({ message: "down", type: "api_error" }),
      new Stripe.errors.StripeAuthenticationError({ message: "key", type: "invalid_request_error" }),
      new Stripe.errors.StripePermissionError({ message: "rights", type: "invalid_request_error" }),
    ]) {
      expect(await deliver(event, failing(error))).toBe(500);
    }
  });

  test("if the order's intent belongs to another payment", async () => {
    const { buyer, ...offered } = await shop.offer();
    await shop.begin(offered, buyer.userId);
    const metadata = { orderId: services.newId(), artworkId: offered.artworkId, buyerId: buyer.userId };
    const { id } = await provider.paymentIntents.create({ amount: 2335, currency: "usd", metadata });
    await provider.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    expect(await deliver(eventAbout("payment_intent.succeeded", { id }))).toBe(500);
  });
});

describe("the webhook", () => {
  test("accepts an event only with a valid signature of its exact bytes", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    await shop.pay(body.orderIntent);
    const message = stripe.webhooks.take().find(({ event }) => event.type === "payment_intent.succeeded");
    if (!message) throw new Error("Nothing was told");
    const send = (text: string, signature?: string) =>
      api.call(contract.receiveEvent, {
        body: text,
        headers: { "content-type": "application/json", ...(signature ? { "stripe-signature": signature } : {}) },
      });
    for (const refused of [
      await send(message.body),
      await send(message.body, "t=1,v1=00"),
      await send(`${message.body} `, message.signature),
    ]) {
      expect([refused.status, refused.failure.code]).toEqual([400, "signature_invalid"]);
    }
    expect(await findHolding(services.table, { ...offered, buyerId: buyer.userId })).toMatchObject({ orders: 0 });
    expect((await send(message.body, message.signature)).body).toEqual({ received: true });
    expect(await findHolding(services.table, { ...offered, buyerId: buyer.userId })).toMatchObject({ orders: 1 });
    expect((await api.call(placeOrder, { as: buyer.userId, body })).status).toBe(201);
  });
});

test("a webhook is verified by the secret of its own endpoint, also with a restricted key", async () => {
  const secrets = await startSecrets();
  const [before, webhookSecret] = [process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER, "whsec_ours"];
  const keys = {
    secretKey: "rk_test_few",
    webhookSecret,
    connectWebhookSecret: "whsec_sellers",
    accountsWebhookSecret: "whsec_v2",
  };
  secrets.put("few", JSON.stringify(keys));
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = secrets.url;
  try {
    const { isSigned } = openPayments({ STRIPE_SECRET_ARN: "few", STRIPE_API_URL: "http://127.0.0.1" });
    const read = (secret: string, about: object = {}) => {
      const payload = JSON.stringify({ id: "evt_1", object: "event", ...about });
      return isSigned(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
    };
    expect(await read(webhookSecret)).toBe(true);
    expect(await read(keys.connectWebhookSecret)).toBe(false);
    expect(await read(keys.connectWebhookSecret, { account: "acct_1" })).toBe(true);
    expect(await read(webhookSecret, { account: "acct_1" })).toBe(false);
    expect(await read(keys.accountsWebhookSecret, { object: "v2.core.event" })).toBe(true);
    expect(await read(keys.connectWebhookSecret, { object: "v2.core.event" })).toBe(false);
    expect(await read("whsec_another")).toBe(false);
  } finally {
    process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = before;
    await secrets.stop();
  }
});
