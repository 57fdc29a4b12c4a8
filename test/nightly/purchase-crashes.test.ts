import { expect, test } from "vitest";
import { findIntent } from "#lambdas/areas/purchases/order/find-intent.ts";
import { findHolding, findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { expireIntents } from "#lambdas/events/payments/expire-intents.ts";
import { cancelIntent, createIntent, placeOrder, refundOrder } from "#shared/contract/orders.ts";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { breaking, Crashed, eachCrash } from "#test/support/breaking.ts";
import { billing, personalLicense } from "#test/support/given.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();
const { seller, artworkId, versionId } = await shop.offer();
const offered = { artworkId, versionId };

const intentForm = (userId: string) => ({
  as: userId,
  params: { userId },
  body: { ...offered, ...personalLicense, billing },
  headers: { "idempotency-key": "again" },
});
const buy = async () => (await given.user()).userId;
const getDisputes = async (userId: string) => (await findUser(api.services.table, userId))?.disputes;
const findBuyerHolding = (buyerId: string) => findHolding(api.services.table, { ...offered, buyerId });

/**
 * Milliseconds that a test may take on a busy machine: one that is given up continues beside the next one, and takes the
 * messages that this one waits for.
 */
const PATIENCE = { timeout: 20 * 60_000 };

/** Runs a call that crashes; rethrows any other error. */
const crashing = (run: Promise<unknown>) =>
  run.catch((error: unknown) => {
    if (!(error instanceof Crashed)) throw error;
  });

/** Expects one order and one charge of the buyer, with the same amounts. */
async function expectOneOrder(buyerId: string, orderId: string | undefined, status = "completed") {
  const { data } = await api.provider.paymentIntents.list({ limit: 100 });
  const charged = data.filter((payment) => payment.metadata.buyerId === buyerId && payment.latest_charge);
  expect(charged.map(({ metadata }) => metadata.orderId)).toEqual([orderId]);
  expect((await findOrder(api.services.table, orderId ?? ""))?.status).toBe(status);
  expect((await findBuyerHolding(buyerId))?.orders).toBe(status === "refunded" ? 0 : 1);
}

async function createPayment() {
  const buyerId = await buy();
  const { body } = await shop.begin(offered, buyerId);
  const payment = await shop.pay(body.orderIntent);
  return { buyerId, orderIntent: body.orderIntent, orderId: payment.metadata.orderId };
}

test("a payment whose start crashes anywhere is started once by the repeat", PATIENCE, async () => {
  const crashPoints = await eachCrash(async (nth, when) => {
    const buyerId = await buy();
    const { instead, crashed } = breaking(api, nth, when);
    await crashing(api.call(createIntent, intentForm(buyerId), instead));
    const { status, body } = await api.call(createIntent, intentForm(buyerId));
    expect(status).toBe(201);
    const { data } = await api.provider.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata.buyerId === buyerId).map(({ id }) => id)).toEqual([body.orderIntent]);
    return crashed();
  });
  expect(crashPoints).toBeGreaterThan(10);
});

test(
  "a payment whose start crashes without a repeat releases its lock, and can't be paid any more",
  PATIENCE,
  async () => {
    const buyers: string[] = [];
    await eachCrash(async (nth, when) => {
      const buyerId = await buy();
      buyers.push(buyerId);
      const { instead, crashed } = breaking(api, nth, when);
      await crashing(api.call(createIntent, intentForm(buyerId), instead));
      return crashed();
    });
    api.travel(LIFETIMES.paymentLock + 1);
    await expireIntents(api.services);
    const { data } = await api.provider.paymentIntents.list({ limit: 100 });
    const open = data.filter(
      ({ status, metadata }) => buyers.includes(metadata.buyerId ?? "") && status !== "canceled",
    );
    expect(open).toEqual([]);
    for (const buyerId of buyers) {
      expect((await findIntent(api.services.table, { ...offered, buyerId }))?.state ?? "expired").toBe("expired");
      expect((await findBuyerHolding(buyerId))?.pending).toBeUndefined();
    }
  },
);

test.each(["repeat", "message"])(
  "an order whose placing crashes anywhere is placed once by the %s",
  PATIENCE,
  async (heal) => {
    const crashPoints = await eachCrash(async (nth, when) => {
      const { buyerId, orderIntent, orderId } = await createPayment();
      const messages = api.stripe.webhooks.take();
      const { instead, crashed } = breaking(api, nth, when);
      await crashing(api.call(placeOrder, { as: buyerId, body: { orderIntent } }, instead));
      if (heal === "repeat") expect((await shop.place(orderIntent, buyerId)).status).toBe(201);
      else await deliverAll(messages);
      await expectOneOrder(buyerId, orderId);
      return crashed();
    });
    expect(crashPoints).toBeGreaterThan(8);
  },
);

/** Delivers the provider's webhook messages; each is processed. */
async function deliverAll(messages?: Parameters<typeof shop.deliver>[0]) {
  for (const status of await shop.deliver(messages)) expect(status).toBe(200);
}

/** Crashes the handling of a queued message, then redelivers it with all others. Returns true if the crash point was reached. */
async function redeliverEvent(type: string, nth: number, when: "before" | "after") {
  const messages = api.stripe.webhooks.take();
  const message = messages.find(({ event }) => event.type === type);
  const { instead, crashed } = breaking(api, nth, when);
  const headers = { "stripe-signature": message?.signature ?? "" };
  await crashing(api.call(receiveEvent, { body: message?.body, headers }, instead));
  await deliverAll(messages);
  return crashed();
}

test("an event whose handling crashes anywhere is processed once when it is redelivered", PATIENCE, async () => {
  const crashPoints = await eachCrash(async (nth, when) => {
    const { buyerId, orderId } = await createPayment();
    const crashed = await redeliverEvent("payment_intent.succeeded", nth, when);
    await expectOneOrder(buyerId, orderId);
    return crashed;
  });
  expect(crashPoints).toBeGreaterThan(6);
});

test("a refund made at the provider is booked once, wherever the handling of its event crashes", PATIENCE, async () => {
  const crashPoints = await eachCrash(async (nth, when) => {
    const { buyerId, orderIntent, orderId } = await createPayment();
    const whole = { reverse_transfer: true, refund_application_fee: true };
    await api.provider.refunds.create({ payment_intent: orderIntent, ...whole });
    const crashed = await redeliverEvent("charge.refunded", nth, when);
    await expectOneOrder(buyerId, orderId, "refunded");
    return crashed;
  });
  expect(crashPoints).toBeGreaterThan(16);
});

test.each([
  ["won", "completed"],
  ["lost", "refunded"],
] as const)(
  "a dispute that is %s is opened and closed once, wherever the handling of its events crashes",
  PATIENCE,
  async (outcome, status) => {
    const crashPoints = await eachCrash(async (nth, when) => {
      const { buyerId, orderIntent, orderId } = await createPayment();
      const stripe = api.provider;
      const { id } = api.stripe.disputeCharge(
        String((await stripe.paymentIntents.retrieve(orderIntent)).latest_charge),
      );
      const openedCrashed = await redeliverEvent("charge.dispute.created", nth, when);
      await expectOneOrder(buyerId, orderId, "disputed");
      expect(await getDisputes(buyerId)).toBe(1);
      api.stripe.closeDispute(id, outcome);
      const closedCrashed = await redeliverEvent("charge.dispute.closed", nth, when);
      await expectOneOrder(buyerId, orderId, status);
      expect(await getDisputes(buyerId)).toBe(0);
      return openedCrashed || closedCrashed;
    });
    expect(crashPoints).toBeGreaterThan(16);
    expect(await getDisputes(seller.userId)).toBe(0);
  },
);

test("a payment that is paid while its cancellation crashes anywhere becomes an order", PATIENCE, async () => {
  await eachCrash(async (nth, when) => {
    const { buyerId, orderIntent, orderId } = await createPayment();
    const { instead, crashed } = breaking(api, nth, when);
    const call = { as: buyerId, params: { userId: buyerId, intentId: orderIntent } };
    await crashing(api.call(cancelIntent, call, instead));
    api.travel(LIFETIMES.paymentLock + 1);
    await expireIntents(api.services);
    await expectOneOrder(buyerId, orderId);
    return crashed();
  });
});

test.each(["repeat", "message"])(
  "a refund that crashes anywhere pays back once and revokes the licence by the %s",
  PATIENCE,
  async (heal) => {
    const crashPoints = await eachCrash(async (nth, when) => {
      const { buyerId, orderIntent, orderId = "" } = await createPayment();
      await shop.place(orderIntent, buyerId);
      await shop.deliver();
      const { instead, crashed } = breaking(api, nth, when);
      const call = { as: seller.userId, params: { orderId } };
      await crashing(api.call(refundOrder, call, instead));
      const { data } = await api.provider.refunds.list({ payment_intent: orderIntent });
      if (heal === "repeat") expect((await api.call(refundOrder, call)).status).toBe(200);
      else await deliverAll();
      await expectOneOrder(buyerId, orderId, heal === "message" && data.length === 0 ? "completed" : "refunded");
      return crashed();
    });
    expect(crashPoints).toBeGreaterThan(10);
  },
);

test("after all these crashes ledger and provider match to the cent", async () => {
  const { orders, differences } = await readLedgers(api);
  expect(differences).toEqual([]);
  expect(orders).toBeGreaterThan(50);
});
