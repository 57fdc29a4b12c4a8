import { expect, test } from "vitest";
import { createDiscount, findDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { syncOrder } from "#lambdas/areas/purchases/order/sync-order.ts";
import { cancelIntent } from "#shared/contract/orders.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();
const { provider } = api;

test("a discount is paid from the platform's fee, and its use is freed by a cancelled payment", async () => {
  const { buyer, ...offered } = await shop.offer();
  const discountId = api.services.newId();
  await createDiscount(api.services.table, {
    discountId,
    code: discountId,
    percent: 20,
    from: 0,
    total: 1,
    perUser: 1,
  });
  const second = (await given.user()).userId;

  const sale = computeFees(2000, 400);
  const { body } = await shop.begin(offered, buyer.userId, { discountId });
  expect(body.breakdown).toEqual(toBreakdown(sale));
  expect((await shop.begin(offered, second, { discountId })).failure.code).toBe("discount_invalid");
  await api.call(cancelIntent, { as: buyer.userId, params: { userId: buyer.userId, intentId: body.orderIntent } });

  const order = await shop.purchase(offered, second, { discountId });
  expect(order).toMatchObject({ orderSpent: sale.orderSpent, discount: 400, buyerFee: sale.buyerFee });
  expect((await shop.begin(offered, buyer.userId, { discountId })).failure.code).toBe("discount_invalid");
  const { totals, differences } = await readLedgers(api);
  expect([totals.booked, differences]).toEqual([
    { spent: sale.orderSpent, earned: sale.orderEarned, fee: sale.orderFee },
    [],
  ]);
});

test("a full refund frees the code's use until the refund fails; a partial one and a lost dispute don't", async () => {
  const discountId = api.services.newId();
  await createDiscount(api.services.table, { discountId, code: discountId, percent: 20, from: 0, perUser: 1 });
  const used = async () => (await findDiscount(api.services.table, { discountId }))?.used;
  const { seller, buyer, order } = await shop.createSale({ discountId });
  await provider.refunds.create({ payment_intent: order.orderIntent, amount: 500 });
  await shop.deliver();
  expect(await used()).toBe(1);
  expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
  await shop.deliver();
  expect(await used()).toBe(0);
  const [last] = (await provider.refunds.list({ payment_intent: order.orderIntent })).data;
  api.stripe.finishRefund(last?.id ?? "", "failed");
  const messages = api.stripe.webhooks.take();
  await shop.deliver([...messages, ...messages]);
  expect(await used()).toBe(1);

  const { seller: _other, buyer: _theirs, ...offered } = await shop.offer();
  expect((await shop.begin(offered, buyer.userId, { discountId })).failure.code).toBe("discount_invalid");
  await shop.refund(order.orderId, seller.userId);
  const again = await shop.purchase(offered, buyer.userId, { discountId });
  api.stripe.capture();
  const { latest_charge } = await provider.paymentIntents.retrieve(again.orderIntent);
  api.stripe.closeDispute(api.stripe.disputeCharge(String(latest_charge)).id, "lost");
  await shop.deliver();
  expect([(await findOrder(api.services.table, again.orderId))?.status, await used()]).toEqual(["refunded", 1]);
});

test("a refund that follows a failed one frees the code's use once, even in concurrent deliveries", async () => {
  const discountId = api.services.newId();
  await createDiscount(api.services.table, { discountId, code: discountId, percent: 20, from: 0, perUser: 2 });
  const used = async () => (await findDiscount(api.services.table, { discountId }))?.used;
  const { seller, buyer, offered, order } = await shop.createSale({ discountId });
  await shop.refund(order.orderId, seller.userId);
  await shop.deliver();
  // Bought again, so that the failed refund can't restore the first licence.
  await shop.purchase(offered, buyer.userId);
  const [first] = (await provider.refunds.list({ payment_intent: order.orderIntent })).data;
  api.stripe.finishRefund(first?.id ?? "", "failed");
  await shop.deliver();
  expect(await used()).toBe(1);
  api.stripe.holdNextRefund();
  await provider.refunds.create({ payment_intent: order.orderIntent });
  await shop.deliver();
  const [second] = (await provider.refunds.list({ payment_intent: order.orderIntent })).data;
  api.stripe.finishRefund(second?.id ?? "", "succeeded");
  await Promise.all(Array.from({ length: 6 }, () => syncOrder(api.services, order.orderId)));
  expect(await used()).toBe(0);
});
