import { expect, test, vi } from "vitest";
import { compareLedgers } from "#bin/ledger/compare-ledgers.ts";
import { settleOrders } from "#lambdas/events/payments/settle-orders.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { meter } from "#test/support/meter.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import { FIFTH, KEPT_FEE, LEFT_SHARE, SALE, toPayout } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();
const provider = api.provider;
const PAYOUT = toPayout(SALE);

const settle = () => actAs("settle-orders", () => settleOrders(api.services));

test("the seller's payout and our fee are recorded with amount, currency and rate once the capture has settled", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const { orderId } = await shop.purchase(offered, buyer.userId);
  await shop.deliver();
  const payoutTo = async (as: string) => (await api.call(readOrder, { as, params: { orderId } })).body.orderPayout;
  expect(await payoutTo(seller.userId)).toBeNull();
  expect((await readLedgers(api)).unsettled).toEqual([expect.stringContaining(`${orderId}: not settled yet`)]);
  api.stripe.capture();
  expect(await shop.deliver()).toEqual([200]);
  // The payment less our fee, both at 0.92; the fee is converted back to dollars at a worse rate.
  expect(await payoutTo(seller.userId)).toEqual({ amount: PAYOUT, currency: "eur", exchangeRate: 0.92 });
  expect(await payoutTo(buyer.userId)).toBeUndefined();
  const { books, provider: held, settled, unsettled, differences } = await readLedgers(api);
  expect(books.get(orderId)?.settlement).toMatchObject({
    seller: { amount: PAYOUT, currency: "eur", rate: 0.92 },
    fee: { amount: KEPT_FEE, currency: "usd" },
  });
  expect(books.get(orderId)?.settlement).toEqual(held.get(orderId)?.settlement);
  expect(settled).toEqual([
    { of: "seller", currency: "eur", recorded: PAYOUT, atProvider: PAYOUT },
    { of: "fee", currency: "usd", recorded: KEPT_FEE, atProvider: KEPT_FEE },
  ]);
  expect([unsettled, differences]).toEqual([[], []]);
  expect([...api.stripe.getBalance(seller.stripeId)]).toEqual([["eur", PAYOUT]]);
});

test.each([
  ["GB", "gbp", 0.79],
  ["CH", "chf", 0.88],
  ["CZ", "czk", 23.1],
  ["HU", "huf", 361.5],
] as const)(
  "in %s the seller is paid in %s, and a dispute reverses and returns it, even at another exchange rate",
  async (businessCountry, currency, atFirst) => {
    const amount = SALE.orderEarned * atFirst;
    const { seller, order, chargeId, itemNow } = await shop.createSale({}, [{}, businessCountry]);
    await shop.deliver();
    const got = async () => (await itemNow())?.settlement?.seller;
    expect((await got())?.currency).toBe(currency);
    expect(Math.abs(((await got())?.amount ?? 0) - amount)).toBeLessThanOrEqual(1);
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    expect([(await got())?.amount, await shop.getShare(order.orderIntent)]).toEqual([0, 0]);
    const rate = (await itemNow())?.settlement?.seller.rate ?? 0;
    api.stripe.changeRate(currency, rate * 1.1);
    api.stripe.moveDispute(id, "won");
    await shop.deliver();
    api.stripe.changeRate(currency, rate);
    expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
    expect(Math.abs(((await got())?.amount ?? 0) - amount * 1.1)).toBeLessThanOrEqual(amount / 1000 + 1);
    expect((await readLedgers(api)).differences).toEqual([]);
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect((await readLedgers(api)).differences).toEqual([]);
  },
);

test("a part of a seller's share in another currency is reversed to the cent", async () => {
  const { order, chargeId } = await shop.createSale({}, [{}, "GB"]);
  const dispute = api.stripe.disputeCharge(chargeId, "needs_response", FIFTH);
  await shop.deliver();
  expect(await shop.getShare(order.orderIntent)).toBe(LEFT_SHARE);
  api.stripe.moveDispute(dispute.id, "won");
  await shop.deliver();
  expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
  expect((await readLedgers(api)).differences).toEqual([]);
});

test("the ledger check reports an order whose settlement differs from the provider's", async () => {
  const { order } = await shop.createSale();
  await shop.deliver();
  const { books, provider: held } = await readLedgers(api);
  const account = books.get(order.orderId);
  if (!account?.settlement) throw new Error("Nothing was settled");
  const seller = { ...account.settlement.seller, amount: 1 };
  const wrong = new Map(books).set(order.orderId, { ...account, settlement: { ...account.settlement, seller } });
  expect(compareLedgers(wrong, held).differences).toEqual([
    `${order.orderId}: completed, recorded seller 1 eur, fee ${KEPT_FEE} usd, at the provider seller ${PAYOUT} eur, fee ${KEPT_FEE} usd`,
  ]);
});

test("an order without any webhook event is settled by the schedule, once, after its waiting time", async () => {
  await settleAll();
  const { order, itemNow } = await shop.createSale();
  api.stripe.webhooks.take();
  await settle();
  expect((await itemNow())?.unsettled).toBe(true);
  api.travel(LIFETIMES.settlement + 1);
  const warned = vi.spyOn(api.services.log, "warn");
  await settle();
  // A missing endpoint refuses nothing, so an alarm counts such orders.
  expect(warned.mock.calls.map(([, details]) => details)).toEqual([
    expect.objectContaining({ OrdersWithoutWebhook: 1, orderId: order.orderId }),
  ]);
  warned.mockRestore();
  expect(await itemNow()).toMatchObject({ settlement: { seller: { amount: PAYOUT } } });
  expect((await itemNow())?.unsettled).toBeUndefined();
  api.travel(LIFETIMES.longestSettlement);
  const retrieve = vi.spyOn(provider.paymentIntents, "retrieve");
  const idle = await meter(settle);
  expect([retrieve.mock.calls.length, idle.calls]).toEqual([0, ["QueryCommand"]]);
  retrieve.mockRestore();
});

/** Settles the orders of earlier tests. */
async function settleAll() {
  api.stripe.capture();
  api.travel(LIFETIMES.longestSettlement);
  await settle();
}

test("a reversal that fails is retried at increasing intervals until it succeeds", async () => {
  const { seller, offered, order, chargeId, itemNow } = await shop.createSale();
  await shop.deliver();
  api.stripe.payOut(seller.stripeId);
  api.stripe.disputeCharge(chargeId);
  const failed = vi.spyOn(api.services.log, "error");
  expect(await shop.deliver()).not.toContain(500);
  const reverse = vi.spyOn(provider.transfers, "createReversal");
  const warned = vi.spyOn(api.services.log, "warn");
  const tries: number[] = [];
  for (let minutes = 10; minutes <= 160; minutes += 10) {
    api.travel(600);
    await settle();
    if (reverse.mock.calls.length > tries.length) tries.push(minutes);
  }
  expect(warned.mock.calls.filter(([, details]) => Object(details).OrdersWithoutWebhook)).toEqual([]);
  warned.mockRestore();
  expect(tries).toEqual([10, 20, 40, 80, 160]);
  // One counted line for the alarm, and a line for each attempt.
  const rung = failed.mock.calls.map(([, details]) => Object(details).MoneyNotMoved);
  expect(rung.length).toBeGreaterThan(tries.length);
  expect(rung.filter(Boolean)).toEqual([1]);
  failed.mockRestore();
  reverse.mockRestore();
  await shop.purchase(offered, (await given.user()).userId);
  api.stripe.capture();
  await shop.deliver();
  await settleAll();
  expect([await shop.getShare(order.orderIntent), (await itemNow())?.unsettled]).toEqual([0, undefined]);
  expect((await readLedgers(api)).differences).toEqual([]);
});

test("a run settles twenty orders, even if one of them fails", async () => {
  await settleAll();
  const { seller: _seller, buyer: _buyer, ...offered } = await shop.offer();
  for (let nth = 0; nth < 22; nth++) await shop.purchase(offered, (await given.user()).userId);
  api.stripe.capture();
  api.stripe.webhooks.take();
  api.travel(LIFETIMES.settlement + 1);
  const retrieve = vi.spyOn(provider.paymentIntents, "retrieve");
  retrieve.mockRejectedValueOnce(new Error("Nobody answers"));
  await expect(settle()).rejects.toThrow("An order could not be settled");
  expect(retrieve.mock.calls.length).toBeGreaterThanOrEqual(20);
  retrieve.mockRestore();
  expect((await readLedgers(api)).unsettled).toHaveLength(3);
  await settle();
  expect((await readLedgers(api)).unsettled).toHaveLength(1);
  await settleAll();
  expect(await readLedgers(api)).toMatchObject({ unsettled: [], differences: [] });
});
