import type { Logger } from "@aws-lambda-powertools/logger";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { expect, test } from "vitest";
import { expireIntents } from "#lambdas/purchases/order/expire-intents.ts";
import { findIntent } from "#lambdas/purchases/order/find-intent.ts";
import { findUser } from "#lambdas/users/find-user.ts";
import { UserEntity } from "#lambdas/users/user.entity.ts";
import { readOnboarding, startOnboarding } from "#shared/contract/onboarding.ts";
import { createIntent } from "#shared/contract/orders.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { personalLicense } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { billing } from "#test/support/samples.ts";

const { api, given, shop } = await startShop();
const { stripe } = api.services.payments;
const offer = await shop.offer();

const keyed = (buyerId: string, offered: { artworkId: string; versionId: string } = offer) => ({
  as: buyerId,
  params: { userId: buyerId },
  body: { artworkId: offered.artworkId, versionId: offered.versionId, ...personalLicense, billing },
  headers: { "idempotency-key": "the same" },
});
const intentOf = (buyerId: string) => findIntent(api.services.table, { artworkId: offer.artworkId, buyerId });

/** A log that keeps the fields of its errors. */
function logging() {
  const errors: object[] = [];
  const log = { ...api.services.log, error: (_: string, fields: object) => errors.push(fields) } as unknown as Logger;
  return { errors, instead: { log } };
}

test("a failure that Stripe repeats for a day keeps no buyer from paying: the next attempt has another key", async () => {
  const { userId } = await given.user();
  api.stripe.failNext(500);
  await expect(api.call(createIntent, keyed(userId))).rejects.toThrow(/error while talking/);
  const { status, body } = await api.call(createIntent, keyed(userId));
  expect(status).toBe(201);
  expect((await intentOf(userId))?.attempt).toBe(1);
  expect((await api.call(createIntent, keyed(userId))).body.orderIntent).toBe(body.orderIntent);
  await shop.pay(body.orderIntent);
  expect((await shop.place(body.orderIntent, userId)).status).toBe(201);
});

test("a payment that Stripe fails to create to the last releases its lock", async () => {
  const { userId } = await given.user();
  api.stripe.failNext(500, 500);
  await expect(api.call(createIntent, keyed(userId))).rejects.toThrow();
  api.travel(LIFETIMES.paymentLock + 1);
  await expireIntents(api.services);
  expect((await intentOf(userId))?.state).toBe("expired");
  expect((await api.call(createIntent, keyed(userId))).status).toBe(201);
});

test("a request that was one too many is sent again after a pause", async () => {
  api.stripe.failNext(429, 429);
  expect((await api.call(createIntent, keyed((await given.user()).userId))).status).toBe(201);
});

test("a request that is our fault is an error with what finds it at Stripe, and holds no lock", async () => {
  const { userId } = await given.user();
  const { errors, instead } = logging();
  api.stripe.failNext(400);
  await expect(api.call(createIntent, keyed(userId), instead)).rejects.toThrow(/empty string/);
  const { orderId, state } = (await intentOf(userId)) ?? {};
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

test("a seller who disconnected their account sells nothing, and can begin anew", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  api.stripe.disconnect(seller.stripeId);
  const { status, failure } = await api.call(createIntent, keyed(buyer.userId, offered));
  expect([status, failure.code]).toEqual([422, "purchases_disabled"]);
  const self = { as: seller.userId, params: { userId: seller.userId } };
  const { body } = await api.call(readOnboarding, self);
  expect(body).toMatchObject({ onboarded: false, country: null });
  expect((await findUser(api.services.table, seller.userId))?.onboarded).toBe(false);
  const begun = await api.call(startOnboarding, { ...self, body: { userBusinessAddress: "AT" } });
  expect(begun.status).toBe(200);
  expect((await findUser(api.services.table, seller.userId))?.stripeId).not.toBe(seller.stripeId);
});

test("a seller whose account is gone is no longer onboarded once they ask, whoever finds out first", async () => {
  const { userId, stripeId } = await given.seller();
  api.stripe.disconnect(stripeId);
  const call = { as: userId, params: { userId }, body: { userBusinessAddress: "AT" } };
  expect((await api.call(startOnboarding, call)).status).toBe(200);
  expect(await findUser(api.services.table, userId)).toMatchObject({ onboarded: false });
});

test("an account is opened for the longest address, with its duties named one by one", async () => {
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

test("a payment says on statement and receipt what it is for, and only our own receipt is mailed", async () => {
  const { body } = await shop.begin(offer, (await given.user()).userId);
  expect(await stripe.paymentIntents.retrieve(body.orderIntent)).toMatchObject({
    description: "License to “Dunes at noon”",
    statement_descriptor_suffix: "OCHRE",
    receipt_email: null,
  });
});
