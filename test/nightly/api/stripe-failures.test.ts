import type { Logger } from "@aws-lambda-powertools/logger";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { findIntent } from "#lambdas/areas/purchases/order/find-intent.ts";
import { computeSellerPart, readCharge } from "#lambdas/areas/purchases/stripe/read-charge.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { expireIntents } from "#lambdas/events/payments/expire-intents.ts";
import { readOnboarding, startOnboarding } from "#shared/contract/onboarding.ts";
import { createIntent, placeOrder } from "#shared/contract/orders.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { billing, personalLicense } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();
const stripe = api.provider;
const offer = await shop.offer();

const keyed = (buyerId: string, offered: { artworkId: string; versionId: string } = offer) => ({
  as: buyerId,
  params: { userId: buyerId },
  body: { artworkId: offered.artworkId, versionId: offered.versionId, ...personalLicense, billing },
  headers: { "idempotency-key": "the same" },
});
const findOpenIntent = (buyerId: string) => findIntent(api.services.table, { artworkId: offer.artworkId, buyerId });

/** A log that keeps the fields of its errors. */
function logging() {
  const errors: object[] = [];
  const log = { ...api.services.log, error: (_: string, fields: object) => errors.push(fields) } as unknown as Logger;
  return { errors, instead: { log } };
}

test("a failure that Stripe replays for a day doesn't prevent a payment: the next attempt has another key", async () => {
  const { userId } = await given.user();
  api.stripe.failNext(500);
  await expect(api.call(createIntent, keyed(userId))).rejects.toThrow(/error while talking/);
  const { status, body } = await api.call(createIntent, keyed(userId));
  expect(status).toBe(201);
  expect((await findOpenIntent(userId))?.attempt).toBe(1);
  expect((await api.call(createIntent, keyed(userId))).body.orderIntent).toBe(body.orderIntent);
  await shop.pay(body.orderIntent);
  expect((await shop.place(body.orderIntent, userId)).status).toBe(201);
});

test("a payment that Stripe fails to create in every attempt releases its lock", async () => {
  const { userId } = await given.user();
  api.stripe.failNext(500, 500);
  await expect(api.call(createIntent, keyed(userId))).rejects.toThrow();
  api.travel(LIFETIMES.paymentLock + 1);
  await expireIntents(api.services);
  expect((await findOpenIntent(userId))?.state).toBe("expired");
  expect((await api.call(createIntent, keyed(userId))).status).toBe(201);
});

/** Stripe's error while a request with the same idempotency key is in progress. */
const keyInUse = () =>
  new Stripe.errors.StripeIdempotencyError({
    message: "There is currently another in-progress request using this Idempotent Key",
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    statusCode: 409,
  } as never);

test("a payment that Stripe has created stays the only one, whatever a repeat responds", async () => {
  const { userId } = await given.user();
  const first = (await api.call(createIntent, keyed(userId))).body.orderIntent;
  const create = vi.spyOn(stripe.paymentIntents, "create").mockRejectedValue(keyInUse());
  expect((await api.call(createIntent, keyed(userId))).body.orderIntent).toBe(first);
  expect(create).not.toHaveBeenCalled();
  create.mockRestore();
  expect((await findOpenIntent(userId))?.attempt).toBeUndefined();
});

test("a concurrent duplicate request isn't counted as an attempt, and a retry succeeds", async () => {
  const { userId } = await given.user();
  const create = vi.spyOn(stripe.paymentIntents, "create").mockRejectedValueOnce(keyInUse());
  await expect(api.call(createIntent, keyed(userId))).rejects.toThrow(/in-progress/);
  create.mockRestore();
  expect(await findOpenIntent(userId)).not.toHaveProperty("attempt");
  expect((await api.call(createIntent, keyed(userId))).status).toBe(201);
});

test("a failure after another call's payment isn't counted as an attempt", async () => {
  const { userId } = await given.user();
  const original = stripe.paymentIntents.create.bind(stripe.paymentIntents);
  const create = vi.spyOn(stripe.paymentIntents, "create").mockImplementationOnce((async () => {
    create.mockImplementation(original);
    await api.call(createIntent, keyed(userId));
    throw new Stripe.errors.StripeAPIError({ message: "Too late", type: "api_error", statusCode: 500 } as never);
  }) as never);
  await expect(api.call(createIntent, keyed(userId))).rejects.toThrow("Too late");
  create.mockRestore();
  const intent = await findOpenIntent(userId);
  expect([intent?.attempt, intent?.intentId]).toEqual([undefined, expect.stringMatching(/^pi_/)]);
});

test("a second payment of an order is refunded in full, is logged as an error and doesn't change the order", async () => {
  const { userId } = await given.user();
  const { body } = await api.call(createIntent, keyed(userId));
  const { payment_method: _, ...first } = await stripe.paymentIntents.retrieve(body.orderIntent);
  const second = await stripe.paymentIntents.create({
    amount: first.amount,
    currency: first.currency,
    allowed_payment_method_types: ["card"],
    application_fee_amount: first.application_fee_amount ?? 0,
    on_behalf_of: String(first.on_behalf_of),
    transfer_data: { destination: String(first.transfer_data?.destination) },
    metadata: first.metadata,
  });
  for (const id of [first.id, second.id]) await shop.pay(id);
  const { body: order } = await shop.place(first.id, userId);
  const { errors, instead } = logging();
  const place = () => api.call(placeOrder, { as: userId, body: { orderIntent: second.id } }, instead);
  expect((await place()).body).toMatchObject({ orderId: order.orderId, status: "completed" });
  expect((await place()).body).toMatchObject({ orderId: order.orderId, status: "completed" });
  expect(await shop.deliver()).not.toContain(500);
  expect(errors).toEqual([{ orderId: order.orderId, intentId: second.id }]);
  const paid = await readCharge(api.services.payments, second.id);
  expect([paid?.charge.amount_refunded, paid && computeSellerPart(paid).current]).toEqual([first.amount, 0]);
  expect((await stripe.refunds.list({ payment_intent: first.id })).data).toEqual([]);
});

test("a throttled request is repeated after a pause", async () => {
  api.stripe.failNext(429, 429);
  expect((await api.call(createIntent, keyed((await given.user()).userId))).status).toBe(201);
});

test("an invalid request is logged with its id at Stripe, and holds no lock", async () => {
  const { userId } = await given.user();
  const { errors, instead } = logging();
  api.stripe.failNext(400);
  await expect(api.call(createIntent, keyed(userId), instead)).rejects.toThrow(/empty string/);
  const { orderId, state } = (await findOpenIntent(userId)) ?? {};
  expect(errors).toEqual([
    expect.objectContaining({
      orderId,
      stripeCode: "parameter_invalid_empty",
      stripeStatus: 400,
      stripeRequestId: expect.stringMatching(/^req_/),
    }),
  ]);
  expect(state).toBe("failed");
  expect((await api.call(createIntent, keyed(userId))).status).toBe(201);
});

test("a seller who disconnected their account sells nothing, and can start again", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  api.stripe.disconnect(seller.stripeId);
  const { status, failure } = await api.call(createIntent, keyed(buyer.userId, offered));
  expect([status, failure.code]).toEqual([422, "purchases_disabled"]);
  const self = { as: seller.userId, params: { userId: seller.userId } };
  const { body } = await api.call(readOnboarding, self);
  expect(body).toMatchObject({ onboarded: false, country: null });
  expect((await findUser(api.services.table, seller.userId))?.onboarded).toBe(false);
  const started = await api.call(startOnboarding, { ...self, body: { userBusinessAddress: "AT" } });
  expect(started.status).toBe(200);
  expect((await findUser(api.services.table, seller.userId))?.stripeId).not.toBe(seller.stripeId);
});

test("a refund is processed even if the seller has disconnected their account", async () => {
  const { seller, order, statusNow } = await shop.createSale();
  await shop.deliver();
  api.stripe.disconnect(seller.stripeId);
  await stripe.refunds.create({ payment_intent: order.orderIntent });
  await shop.deliver();
  expect(await statusNow()).toBe("refunded");
});

test("a seller with a disconnected account is no longer onboarded once they start onboarding again", async () => {
  const { userId, stripeId } = await given.seller();
  api.stripe.disconnect(stripeId);
  const call = { as: userId, params: { userId }, body: { userBusinessAddress: "AT" } };
  expect((await api.call(startOnboarding, call)).status).toBe(200);
  expect(await findUser(api.services.table, userId)).toMatchObject({ onboarded: false });
});

test("an account is created for the longest e-mail address, with each responsibility set", async () => {
  const { userId } = await given.user();
  const email = `${"a".repeat(64)}@${"b".repeat(250)}.test`;
  await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, email }));
  const call = { as: userId, params: { userId }, body: { userBusinessAddress: "AT" } };
  api.stripe.failNext(500);
  await expect(api.call(startOnboarding, call)).rejects.toThrow();
  api.travel(60);
  expect((await api.call(startOnboarding, call)).status).toBe(200);
  const account = await stripe.accounts.retrieve((await findUser(api.services.table, userId))?.stripeId ?? "");
  expect(account.controller).toMatchObject({
    fees: { payer: "application" },
    losses: { payments: "application" },
    stripe_dashboard: { type: "express" },
  });
});

test("a payment has a description, a statement descriptor and no receipt address at Stripe", async () => {
  const { body } = await shop.begin(offer, (await given.user()).userId);
  expect(await stripe.paymentIntents.retrieve(body.orderIntent)).toMatchObject({
    description: "License to “Dunes at noon”",
    statement_descriptor_suffix: "OCHRE",
    receipt_email: null,
  });
});

test("a payment's description, which Stripe prints on its receipts, turns no title into a link", async () => {
  const { buyer, ...linking } = await shop.offer({ artworkTitle: "Claim at https://evil.example/x" });
  const { body } = await shop.begin(linking, buyer.userId);
  const { description } = await stripe.paymentIntents.retrieve(body.orderIntent);
  expect(description).toBe("License to “Claim at https: //evil. example/x”");
});
