import { expect, test } from "vitest";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findHolding, findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { refundOrder } from "#shared/contract/orders.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";
import { SALE } from "#test/support/sale-amounts.ts";

const { api, shop } = await startShop();
const stripe = api.provider;

/** An order whose discount takes the platform's whole fee. */
async function purchase() {
  const discountId = api.services.newId();
  await createDiscount(api.services.table, { discountId, code: discountId, percent: 100, from: 0, perUser: 1 });
  const { seller, buyer, ...offered } = await shop.offer();
  const order = await shop.purchase(offered, buyer.userId, { discountId });
  api.stripe.capture();
  const payment = await stripe.paymentIntents.retrieve(order.orderIntent);
  const charge = await stripe.charges.retrieve(String(payment.latest_charge));
  const statusNow = async () => (await findOrder(api.services.table, order.orderId))?.status;
  const holding = () => findHolding(api.services.table, { ...offered, buyerId: buyer.userId });
  return { seller, order, payment, charge, statusNow, holding };
}

test("an order without a fee is charged without one, and the seller gets all of it", async () => {
  const { order, payment, charge } = await purchase();
  const { orderEarned: earned } = SALE;
  expect(order).toMatchObject({ orderSpent: earned, buyerFee: SALE.buyerFee, discount: SALE.orderFee });
  expect([payment.amount, payment.application_fee_amount, charge.application_fee]).toEqual([earned, null, null]);
  const { books, differences } = await readLedgers(api);
  expect(books.get(order.orderId)?.booked).toEqual({ spent: earned, earned, fee: 0 });
  expect(differences).toEqual([]);
});

test("an order without a fee can be refunded", async () => {
  const { seller, order, charge, statusNow, holding } = await purchase();
  const { status } = await api.call(refundOrder, { as: seller.userId, params: { orderId: order.orderId } });
  expect([status, await statusNow()]).toEqual([200, "refunded"]);
  expect((await stripe.transfers.retrieve(String(charge.transfer))).reversed).toBe(true);
  expect((await holding())?.orders).toBe(0);
  expect((await readLedgers(api)).differences).toEqual([]);
});

test("a lost dispute about an order without a fee is booked", async () => {
  const { charge, statusNow } = await purchase();
  await shop.deliver();
  const dispute = api.stripe.disputeCharge(charge.id);
  api.stripe.closeDispute(dispute.id, "lost");
  expect(new Set(await shop.deliver())).toEqual(new Set([200]));
  expect(await statusNow()).toBe("refunded");
  expect((await stripe.transfers.retrieve(String(charge.transfer))).reversed).toBe(true);
  expect((await readLedgers(api)).differences).toEqual([]);
});
