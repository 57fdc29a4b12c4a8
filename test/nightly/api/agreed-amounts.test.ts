import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { afterEach, describe, expect, test } from "vitest";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { IntentEntity } from "#lambdas/areas/purchases/order/intent.entity.ts";
import { expireIntents } from "#lambdas/events/payments/expire-intents.ts";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import { readCheckout, refundOrder } from "#shared/contract/orders.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { FEES } from "#shared/limits.ts";
import { type Amounts, computeDiscount } from "#shared/rules/fees.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import { SALE } from "#test/support/sale-amounts.ts";

const { api, shop } = await startShop();

/** 7 % and 35 cents of the buyer, 20 % and 10 cents of the seller. */
const OTHER_FEES = { buyer: { basisPoints: 700, fixedCents: 35 }, seller: { basisPoints: 2000, fixedCents: 10 } };

const toStored = ({ price, buyerFee, sellerFee, discount }: Amounts) => ({ price, buyerFee, sellerFee, discount });

/** Of the $20 licence at today's fees. */
const AGREED = toStored(SALE);
const DISCOUNTED = { ...AGREED, discount: computeDiscount(2000, 20) };

afterEach(() => api.changeFees(FEES));

async function discount(percent: number) {
  const discountId = api.services.newId();
  const window = { from: 0, perUser: 1 };
  await createDiscount(api.services.table, { discountId, code: discountId, percent, ...window });
  return discountId;
}

type Buyer = { readonly orderIntent: string; readonly buyerId: string; readonly artworkId: string };

/** The ways in which the order of a successful payment can be placed. */
const FINALIZERS = {
  "the buyer's call": async ({ orderIntent, buyerId }: Buyer) => {
    api.stripe.webhooks.take();
    expect((await shop.place(orderIntent, buyerId)).status).toBe(201);
  },
  "the provider's message": async () => {
    expect(new Set(await shop.deliver())).toEqual(new Set([200]));
  },
  "the sweep": async () => {
    api.stripe.webhooks.take();
    api.travel(LIFETIMES.paymentLock + 1);
    await actAs("expire-intents", () => expireIntents(api.services));
  },
};
const finalizers = Object.entries(FINALIZERS);

/** Opens a payment, lets something happen, pays, and places the order in one of the three ways. */
async function buy(finalize: (buyer: Buyer) => Promise<void>, license: object, between: (buyer: Buyer) => unknown) {
  const { seller, buyer, ...offered } = await shop.offer();
  const { body } = await shop.begin(offered, buyer.userId, license);
  const one = { orderIntent: body.orderIntent, buyerId: buyer.userId, artworkId: offered.artworkId };
  await between(one);
  const payment = await shop.pay(body.orderIntent);
  await finalize(one);
  const order = await findOrder(api.services.table, payment.metadata.orderId ?? "");
  return { seller, buyer, order, payment };
}

const differences = async () => (await readLedgers(api)).differences;

describe.each(finalizers)("an order placed by %s", (_, finalize) => {
  test("has the agreed amounts, even if the fees changed before the payment", async () => {
    const { order, payment } = await buy(finalize, {}, () => api.changeFees(OTHER_FEES));
    expect([order?.amounts, payment.amount_received]).toEqual([AGREED, SALE.orderSpent]);
    expect(await differences()).toEqual([]);
  });

  test("has the agreed discount", async () => {
    const license = { discountId: await discount(20) };
    const { order, payment } = await buy(finalize, license, () => api.changeFees(OTHER_FEES));
    expect([order?.amounts, payment.amount_received]).toEqual([DISCOUNTED, SALE.orderSpent - DISCOUNTED.discount]);
    expect(await differences()).toEqual([]);
  });
});

test("an order under other fees is charged, shown, mailed and refunded by them", async () => {
  const follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => mailOrders(event, api.services)]);
  api.changeFees(OTHER_FEES);
  const { seller, buyer, order } = await buy(FINALIZERS["the buyer's call"], {}, () => api.changeFees(FEES));
  expect(order?.amounts).toEqual({ price: 2000, buyerFee: 175, sellerFee: 410, discount: 0 });
  const params = { orderId: order?.orderId ?? "" };
  const seen = async (as: string) => (await api.call(readOrder, { as, params })).body;
  expect(await seen(buyer.userId)).toMatchObject({ orderSpent: 2175, buyerFee: 175, discount: 0 });
  expect(await seen(seller.userId)).toMatchObject({ orderEarned: 1590, sellerFee: 410 });
  api.stripe.capture();
  await shop.deliver();
  await follow({ times: 2 });
  const texts = api.mails().filter(({ to }) => [buyer.email, seller.email].includes(to));
  expect(texts.map(({ text }) => /You (paid|earned): \$[\d.]+/.exec(text)?.[0]).sort()).toEqual([
    "You earned: $15.90",
    "You paid: $21.75",
  ]);
  expect((await api.call(refundOrder, { as: seller.userId, params })).status).toBe(200);
  expect(await differences()).toEqual([]);
});

test("a reload and a repeat find the payment with its agreed amounts", async () => {
  const { buyer, ...offered } = await shop.offer();
  const { body } = await shop.begin(offered, buyer.userId, {}, "again");
  api.changeFees(OTHER_FEES);
  const reloaded = await api.call(readCheckout, { as: buyer.userId, params: { artworkId: offered.artworkId } });
  expect(reloaded.body.intent?.breakdown).toEqual(body.breakdown);
  const again = await shop.begin(offered, buyer.userId, {}, "again");
  expect([again.status, again.body]).toEqual([201, body]);
});

test("a payment whose response got lost isn't created by a read, and a repeat has the agreed amounts", async () => {
  const { buyer, ...offered } = await shop.offer();
  const { body } = await shop.begin(offered, buyer.userId, {}, "again");
  const key = { artworkId: offered.artworkId, buyerId: buyer.userId };
  await api.services.table.send(IntentEntity.build(UpdateItemCommand).item({ ...key, intentId: $remove() }));
  api.changeFees(OTHER_FEES);
  const reloaded = await api.call(readCheckout, { as: buyer.userId, params: { artworkId: offered.artworkId } });
  expect(reloaded.body.intent).toBeNull();
  const again = await shop.begin(offered, buyer.userId, {}, "again");
  expect(again.body).toMatchObject({ orderIntent: body.orderIntent, breakdown: body.breakdown });
});
