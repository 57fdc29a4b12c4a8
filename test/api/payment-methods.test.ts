import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { describe, expect, test, vi } from "vitest";
import { closeAccount } from "#lambdas/areas/auth/close-account.ts";
import { openCustomerSession } from "#lambdas/areas/purchases/stripe/customer.ts";
import { recordProof } from "#lambdas/areas/second-factor/factor-proof.ts";
import { findUser, type User } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { deleteClosedAccountCustomers } from "#lambdas/events/payments/delete-customers.ts";
import { listPaymentMethods, openPaymentSession, readCheckout, removePaymentMethod } from "#shared/contract/orders.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { SESSION_ID } from "#test/support/event.ts";
import { billing } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";

const { api, given, shop } = await startShop();
const stripe = api.provider;
const { table } = api.services;
const { artworkId, versionId } = await shop.offer();
const offer = { artworkId, versionId };

/** The operations that Stripe received. */
const asked: string[] = [];
api.stripe.observe(({ operation }) => asked.push(operation));

const own = (userId: string) => ({ as: userId, params: { userId } });
const openSession = async (userId: string) => (await api.call(openPaymentSession, own(userId))).body.customerSession;
const savedBy = async (userId: string) => (await api.call(listPaymentMethods, own(userId))).body.items;
const remove = (userId: string, paymentMethodId: string) =>
  api.call(removePaymentMethod, { as: userId, params: { userId, paymentMethodId } });
async function getUser(userId: string) {
  const user = await findUser(table, userId);
  if (!user) throw new Error("There is no such account");
  return user;
}
const getCustomer = async (userId: string) => (await getUser(userId)).customerId ?? "";
/** Opens the session of a call that has read this state of the account. */
const openFor = (user: User) => actAs("orders", () => openCustomerSession(api.services, user));
const sweep = () => actAs("expire-intents", () => deleteClosedAccountCustomers(api.services));

/** A payment with the buyer's saved cards. */
const WITH_SAVED = { savedCards: true };

/** Opens the checkout, pays and saves the card. */
async function buyAndSave(userId: string, card = "pm_card_visa") {
  await openSession(userId);
  const { body } = await shop.begin(offer, userId, WITH_SAVED);
  const saving = { payment_method: card, setup_future_usage: "on_session" } as const;
  await stripe.paymentIntents.confirm(body.orderIntent, saving);
  await shop.place(body.orderIntent, userId);
  return body.orderIntent;
}

async function buyerWithCard() {
  const { userId } = await given.user();
  await buyAndSave(userId);
  const [card] = await savedBy(userId);
  return { userId, customerId: await getCustomer(userId), cardId: card?.paymentMethodId ?? "" };
}

describe("the customer at Stripe", () => {
  test("is created by the first checkout, and reused", async () => {
    const { userId } = await given.user();
    expect(await getCustomer(userId)).toBe("");
    const [first, second] = [await openSession(userId), await openSession(userId)];
    expect([first, second]).toEqual([expect.stringMatching(/^cuss_secret_/), expect.stringMatching(/^cuss_secret_/)]);
    expect(first).not.toBe(second);
    const customer = await stripe.customers.retrieve(await getCustomer(userId));
    expect(customer).toMatchObject({ metadata: { userId }, email: null, name: null });
  });

  test("is the same one for several tabs that open the checkout concurrently", async () => {
    const { userId } = await given.user();
    const calls = Array.from({ length: 5 }, () => openSession(userId));
    expect((await Promise.all(calls)).every((secret) => secret?.startsWith("cuss_secret_"))).toBe(true);
    const { customerId } = (await findUser(table, userId)) ?? {};
    expect(await stripe.customers.retrieve(customerId ?? "")).toMatchObject({ metadata: { userId } });
  });

  test("is created by a checkout in another minute, with a new idempotency key, after Stripe failed", async () => {
    const { userId } = await given.user();
    api.stripe.failNext(500);
    expect(await openSession(userId)).toBeNull();
    api.travel(60);
    expect(await openSession(userId)).toMatch(/^cuss_secret_/);
  });

  test("that lost a race against another one is deleted again", async () => {
    const { userId } = await given.user();
    const stale = await getUser(userId);
    await openSession(userId);
    const kept = await getCustomer(userId);
    // The next minute has another idempotency key.
    api.travel(60);
    asked.length = 0;
    expect(await openFor(stale)).toMatch(/^cuss_secret_/);
    expect(asked).toEqual(["POST /v1/customers", "DELETE /v1/customers/:id", "POST /v1/customer_sessions"]);
    expect(await getCustomer(userId)).toBe(kept);
  });

  test("that Stripe has deleted is replaced at the next checkout", async () => {
    const { userId, customerId } = await buyerWithCard();
    await stripe.customers.del(customerId);
    expect(await savedBy(userId)).toEqual([]);
    expect(await openSession(userId)).toMatch(/^cuss_secret_/);
    expect(await getCustomer(userId)).not.toBe(customerId);
  });

  test("that Stripe deleted after the checkout was opened doesn't prevent the payment", async () => {
    const { userId } = await given.user();
    await openSession(userId);
    await stripe.customers.del(await getCustomer(userId));
    const { status, body } = await shop.begin(offer, userId, WITH_SAVED);
    expect(status).toBe(201);
    expect((await stripe.paymentIntents.retrieve(body.orderIntent)).customer).toBeNull();
    expect(await getCustomer(userId)).toBe("");
  });
});

describe("while Stripe fails", () => {
  test("the checkout opens without saved cards, and can be paid", async () => {
    const { userId } = await given.user();
    api.stripe.failNext(500, 500, 500);
    const { status, body, headers } = await api.call(openPaymentSession, own(userId));
    api.stripe.stopFailing();
    expect([status, body, headers["cache-control"]]).toEqual([200, { customerSession: null }, "no-store"]);
    expect((await api.call(readCheckout, { as: userId, params: { artworkId } })).status).toBe(200);
    const { body: intent } = await shop.begin(offer, userId);
    expect((await shop.pay(intent.orderIntent)).status).toBe("succeeded");
  });
});

describe("a saved card", () => {
  test("isn't stored unless its buyer chose to save it", async () => {
    const { userId } = await given.user();
    await openSession(userId);
    const { body } = await shop.begin(offer, userId, WITH_SAVED);
    await shop.pay(body.orderIntent);
    expect(await savedBy(userId)).toEqual([]);
  });

  test("is listed by brand, last digits and expiry, and pays the next purchase", async () => {
    const { userId, cardId } = await buyerWithCard();
    expect(await savedBy(userId)).toEqual([
      { paymentMethodId: cardId, brand: "visa", last4: "4242", expires: "2040-12" },
    ]);
    const next = await shop.offer();
    const { body } = await shop.begin(next, userId, WITH_SAVED);
    expect((await shop.pay(body.orderIntent, cardId)).status).toBe("succeeded");
    expect((await shop.place(body.orderIntent, userId)).status).toBe(201);
  });

  test("can't pay for another buyer", async () => {
    const { cardId } = await buyerWithCard();
    const { userId } = await given.user();
    await openSession(userId);
    const { body } = await shop.begin(offer, userId, WITH_SAVED);
    await expect(shop.pay(body.orderIntent, cardId)).rejects.toMatchObject({ param: "payment_method" });
  });

  test("is removed by its buyer; removing it again answers 404", async () => {
    const { userId, cardId } = await buyerWithCard();
    expect((await remove(userId, cardId)).status).toBe(204);
    expect(await savedBy(userId)).toEqual([]);
    const again = await remove(userId, cardId);
    expect([again.status, again.failure.code]).toEqual([404, "payment_method_not_found"]);
  });

  test("of another user can't be removed, and answers as an unknown one", async () => {
    const { userId, cardId } = await buyerWithCard();
    const other = await buyerWithCard();
    const stranger = await given.user();
    for (const caller of [other.userId, stranger.userId]) {
      const refused = await remove(caller, cardId);
      expect([refused.status, refused.failure]).toEqual([404, (await remove(caller, "pm_unknown")).failure]);
    }
    expect(await savedBy(userId)).toHaveLength(1);
  });

  test("with an invalid id answers 400", async () => {
    const { userId } = await given.user();
    expect((await remove(userId, "../accounts")).status).toBe(400);
  });
});

describe("a session without a fresh second factor", () => {
  async function protectedBuyer() {
    const buyer = await buyerWithCard();
    await table.send(UserEntity.build(UpdateItemCommand).item({ userId: buyer.userId, factors: 1 }));
    return { ...buyer, prove: () => recordProof(api.services, { userId: buyer.userId, sessionId: SESSION_ID }) };
  }
  const getOpenIntent = async (as: string, { artworkId }: { readonly artworkId: string }) =>
    (await api.call(readCheckout, { as, params: { artworkId } })).body.intent;

  test("gets no secret for the payment form with saved cards", async () => {
    const { userId, prove } = await protectedBuyer();
    const refused = await api.call(openPaymentSession, own(userId));
    expect([refused.status, refused.failure.code]).toEqual([403, "proof_required"]);
    await prove();
    expect(await openSession(userId)).toMatch(/^cuss_secret_/);
    api.travel(LIFETIMES.factorProof);
    expect((await api.call(openPaymentSession, own(userId))).failure.code).toBe("proof_required");
  });

  test("starts no payment that a saved card could pay", async () => {
    const { userId, cardId, prove } = await protectedBuyer();
    const next = await shop.offer();
    const refused = await shop.begin(next, userId, WITH_SAVED);
    expect([refused.status, refused.failure.code]).toEqual([403, "proof_required"]);
    expect(await getOpenIntent(userId, next)).toBeNull();
    const { body } = await shop.begin(next, userId);
    await expect(shop.pay(body.orderIntent, cardId)).rejects.toMatchObject({ param: "payment_method" });
    await shop.cancel(body.orderIntent, userId);
    await prove();
    const proven = await shop.begin(next, userId, WITH_SAVED);
    expect((await shop.pay(proven.body.orderIntent, cardId)).status).toBe("succeeded");
  });

  test("can pay with a card that isn't saved", async () => {
    const { userId } = await protectedBuyer();
    const { body } = await shop.begin(await shop.offer(), userId);
    expect((await shop.pay(body.orderIntent)).status).toBe("succeeded");
    expect((await shop.place(body.orderIntent, userId)).status).toBe(201);
  });

  test("doesn't get the secret of a payment started with the saved cards", async () => {
    const { userId, prove } = await protectedBuyer();
    const next = await shop.offer();
    await prove();
    const { orderIntent, clientSecret } = (await shop.begin(next, userId, WITH_SAVED, "the owner's")).body;
    expect(await getOpenIntent(userId, next)).toMatchObject({ orderIntent, clientSecret, savedCards: true });
    api.travel(LIFETIMES.factorProof);
    expect(await getOpenIntent(userId, next)).toMatchObject({ orderIntent, clientSecret: null, savedCards: true });
    const again = await shop.begin(next, userId, WITH_SAVED, "the owner's");
    expect(again.failure.code).toBe("proof_required");
    await prove();
    expect(await getOpenIntent(userId, next)).toMatchObject({ clientSecret });
  });

  test("doesn't change the stored billing address", async () => {
    const { userId, prove } = await protectedBuyer();
    const remembered = async () => (await getUser(userId)).billing?.billingName;
    const before = await remembered();
    const begin = async (billingName: string) =>
      (await shop.begin(await shop.offer(), userId, { billing: { ...billing, billingName } })).status;
    expect([await begin("Thief"), await remembered()]).toEqual([201, before]);
    await prove();
    expect([await begin("Owner"), await remembered()]).toEqual([201, "Owner"]);
  });

  test("continues a payment started without saved cards", async () => {
    const { userId } = await protectedBuyer();
    const next = await shop.offer();
    const { clientSecret } = (await shop.begin(next, userId)).body;
    expect(await getOpenIntent(userId, next)).toMatchObject({ clientSecret, savedCards: false });
  });
});

describe("a closed account", () => {
  async function close(userId: string) {
    // A payment of the last INDEX_LAG seconds would prevent closing.
    api.travel(60);
    return closeAccount(table, await getUser(userId), api.services.now());
  }
  const isDeleted = async (customerId: string) => Boolean((await stripe.customers.retrieve(customerId)).deleted);

  test("has its customer deleted at Stripe, cards included, even if the first attempt fails", async () => {
    const { userId, customerId, cardId } = await buyerWithCard();
    expect(await close(userId)).toBeUndefined();
    expect(await getCustomer(userId)).toBe("");
    api.stripe.failNext(500, 500, 500);
    await expect(sweep()).rejects.toThrow("A customer could not be deleted");
    api.stripe.stopFailing();
    expect(await isDeleted(customerId)).toBe(false);
    await sweep();
    expect(await isDeleted(customerId)).toBe(true);
    await expect(stripe.customers.retrievePaymentMethod(customerId, cardId)).rejects.toMatchObject({ statusCode: 404 });
    asked.length = 0;
    await sweep();
    expect(asked).toEqual([]);
  });

  test("forgets the customer even if a sweep crashed after Stripe had deleted it", async () => {
    const { userId, customerId } = await buyerWithCard();
    await close(userId);
    await stripe.customers.del(customerId);
    await sweep();
    asked.length = 0;
    await sweep();
    expect(asked).toEqual([]);
  });

  test("gets 401 for a customer session and for listing or removing cards", async () => {
    const { userId, cardId } = await buyerWithCard();
    await close(userId);
    for (const route of [openPaymentSession, listPaymentMethods]) {
      expect((await api.call(route, own(userId))).status).toBe(401);
    }
    expect((await remove(userId, cardId)).status).toBe(401);
  });

  test("that closes while its customer is created leaves none at Stripe", async () => {
    const { userId } = await given.user();
    const stale = await getUser(userId);
    await close(userId);
    asked.length = 0;
    expect(await openFor(stale)).toBeUndefined();
    expect(asked).toEqual(["POST /v1/customers", "DELETE /v1/customers/:id"]);
    expect(await getCustomer(userId)).toBe("");
  });
});

test("a retry of a payment whose response was lost stays without a customer, though the buyer has got one", async () => {
  const { userId } = await given.user();
  const create = stripe.paymentIntents.create.bind(stripe.paymentIntents);
  vi.spyOn(stripe.paymentIntents, "create").mockImplementationOnce(async (...sent) => {
    await create(...sent);
    throw new Error("The answer got lost");
  });
  await expect(shop.begin(offer, userId, WITH_SAVED, "the same")).rejects.toThrow("The answer got lost");
  await openSession(userId);
  const { status, body } = await shop.begin(offer, userId, WITH_SAVED, "the same");
  expect(status).toBe(201);
  expect((await stripe.paymentIntents.retrieve(body.orderIntent)).customer).toBeNull();
});
