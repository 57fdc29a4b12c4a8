import { describe, expect, test } from "vitest";
import { findDocuments } from "#lambdas/areas/purchases/documents/find-documents.ts";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { MovementEntity } from "#lambdas/areas/purchases/order/movement.entity.ts";
import { settleOrders } from "#lambdas/events/payments/settle-orders.ts";
import { queryAll } from "#lambdas/platform/table/query-all.ts";
import { readDocument, readOrder } from "#shared/contract/licenses.ts";
import { createDiscountCode, listIntents, quoteTax, readCheckout } from "#shared/contract/orders.ts";
import { readStatistics } from "#shared/contract/sales.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  type Amounts,
  addTax,
  computeDiscount,
  computeFees,
  computeIncludedTax,
  toBreakdown,
} from "#shared/rules/fees.ts";
import { ACCOUNT_THROTTLES } from "#shared/throttles.ts";
import { billing } from "#test/support/given.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { pdfText } from "#test/support/pdf-text.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import { formatCents, SALE } from "#test/support/sale-amounts.ts";

const legalEntity = { name: "Ochre Trading GmbH", address: "Torstraße 1\n10119 Berlin", vat: "DE123456789" };
const { api, given, shop } = await startShop({ features: { tax: true }, legalEntity });

const inGermany = { ...billing, billingZip: "10115", billingCity: "Berlin", billingCountry: "DE" };
const inCalifornia = { ...billing, billingZip: "94103", billingCity: "San Francisco", billingCountry: "US" };
const inJapan = { ...billing, billingZip: "100-0001", billingCity: "Tokyo", billingCountry: "JP" };
/** Adds the tax of a rate to the amounts of a licence, in cents. */
const addTaxAt = (amounts: Amounts, rate: number) => addTax(amounts, Math.round(amounts.orderSpent * rate));
const [GERMANY, CALIFORNIA] = [0.19, 0.0825];
const TAXED = addTaxAt(SALE, GERMANY);
const { orderSpent, orderEarned, orderFee, buyerFee, sellerFee, tax: paidTax } = TAXED;

const business = { licenseUsage: "business", licenseCompany: "Dune Press" } as const;

const quote = (artworkId: string, as: string, body: object = {}) =>
  api.call(quoteTax, { as, body: { artworkId, licenseType: "personal", billing: inGermany, ...body } });

const getText = async (orderId: string, nth: number, as: string) =>
  pdfText((await api.call(readDocument, { as, params: { orderId, nth: String(nth) } })).body);

const getPayment = async (orderIntent: string) =>
  api.provider.paymentIntents.retrieve(orderIntent, { expand: ["latest_charge"] });

const listMovements = async (orderId: string) =>
  (await queryAll(api.services.table, MovementEntity, { orderId })).map(({ kind, spent, earned, fee, tax }) => [
    kind,
    spent,
    earned,
    fee,
    tax,
  ]);

/** An order's documents, its tax in the ledger and its tax records at Stripe. */
async function recordedFor(orderId: string, orderIntent: string) {
  await api.processEvents();
  const documents = await findDocuments(api.services.table, orderId);
  const movements = await listMovements(orderId);
  return {
    documents: documents.map(({ kind, amount }) => [kind, amount]),
    tax: movements.reduce((sum, [, , , , tax]) => sum + Number(tax), 0),
    atStripe: api.stripe.getTax(orderIntent),
  };
}

describe("the tax on a license", () => {
  test.each([
    ["Germany", inGermany, undefined, GERMANY],
    ["California", inCalifornia, undefined, CALIFORNIA],
    ["a place where the platform isn't registered", inJapan, undefined, 0],
    ["a business of its own country", inGermany, "DE123456789", GERMANY],
    ["a business of another country of the EU", billing, "ATU12345678", 0],
    ["a business with a number of a kind that Stripe doesn't take", inJapan, "T1234567890123", 0],
  ])("is quoted for a buyer in %s, on all that they pay", async (_, address, billingVat, rate) => {
    const { buyer, artworkId } = await shop.offer();
    const { status, body } = await quote(artworkId, buyer.userId, { billing: address, billingVat });
    expect([status, body]).toEqual([200, toBreakdown(addTaxAt(SALE, rate))]);
  });

  test("is lower with a discount of the platform or of the seller", async () => {
    const { seller, buyer, artworkId } = await shop.offer();
    const discountId = api.services.newId();
    await createDiscount(api.services.table, { discountId, code: "TENTH", percent: 10, from: 0, perUser: 1 });
    const discounted = toBreakdown(addTaxAt(computeFees(2000, computeDiscount(2000, 10)), GERMANY));
    expect((await quote(artworkId, buyer.userId, { discountId })).body).toEqual(discounted);
    const form = { discountCode: "HALF-OFF", discountPercent: 50 };
    const sellers = await api.call(createDiscountCode, {
      as: seller.userId,
      params: { userId: seller.userId },
      body: form,
    });
    const halved = await quote(artworkId, buyer.userId, { discountId: sellers.body.discountId });
    expect(halved.body).toEqual({ ...toBreakdown(addTaxAt(computeFees(1000), GERMANY)), listPrice: 2000 });
    const unknown = await quote(artworkId, buyer.userId, { discountId: api.services.newId() });
    expect([unknown.status, unknown.failure.code]).toEqual([422, "discount_invalid"]);
  });

  test("for the caller's own, free or unknown artwork is refused", async () => {
    const { seller, buyer, artworkId } = await shop.offer({ artworkLicense: "personal" });
    const free = await given.artwork(seller.userId);
    for (const [artwork, as, licenseType, code] of [
      [artworkId, seller.userId, "personal", "own_artwork"],
      [free.artworkId, buyer.userId, "personal", "license_not_offered"],
      [api.services.newId(), buyer.userId, "personal", "artwork_not_found"],
    ] as const) {
      expect((await quote(artwork, as, { licenseType })).failure.code).toBe(code);
    }
  });

  test("requires an address that Stripe can locate, and a well-formed VAT number", async () => {
    const { buyer, ...offered } = await shop.offer();
    const nowhere = { ...inCalifornia, billingZip: "SW1A" };
    const refused = await quote(offered.artworkId, buyer.userId, { billing: nowhere });
    const message = MESSAGES.taxLocationInvalid;
    expect([refused.status, refused.failure.fields]).toEqual([422, { billingZip: message }]);
    const started = await shop.begin(offered, buyer.userId, { billing: nowhere });
    expect([started.status, started.failure.fields]).toEqual([422, { billingZip: message }]);
    const wrong = await quote(offered.artworkId, buyer.userId, { billingVat: "DE1" });
    expect([wrong.status, wrong.failure.fields]).toEqual([400, { billingVat: MESSAGES.vatInvalid }]);
  });

  test("is required to pay: while Stripe can't calculate it, no payment starts; a retry succeeds", async () => {
    const { buyer, ...offered } = await shop.offer();
    for (const call of [
      () => quote(offered.artworkId, buyer.userId),
      () => shop.begin(offered, buyer.userId, { billing: inGermany }),
    ]) {
      api.stripe.failNext(400);
      const { status, failure } = await call();
      expect([status, failure.code, failure.message]).toEqual([503, "tax_unavailable", MESSAGES.taxUnavailable]);
    }
    const open = await api.call(listIntents, { as: buyer.userId, params: { userId: buyer.userId } });
    expect(open.body.items).toEqual([]);
    expect((await shop.begin(offered, buyer.userId, { billing: inGermany })).status).toBe(201);
  });

  test("is rate limited per account", async () => {
    const { buyer, artworkId } = await shop.offer();
    const { count, seconds } = ACCOUNT_THROTTLES.tax;
    api.startWindow(seconds);
    for (let asked = 0; asked < count; asked++) await quote(api.services.newId(), buyer.userId);
    expect((await quote(artworkId, buyer.userId)).status).toBe(429);
  });
});

describe("a sale with tax", () => {
  test("charges the buyer, leaves the seller's earnings unchanged, and keeps the tax with the platform", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId, { billing: inGermany });
    expect(body.breakdown).toEqual(toBreakdown(TAXED));
    const again = await api.call(readCheckout, { as: buyer.userId, params: offered });
    expect(again.body.intent?.breakdown).toEqual(body.breakdown);
    const payment = await getPayment(body.orderIntent);
    expect([payment.amount, payment.application_fee_amount]).toEqual([orderSpent, orderFee]);
    await shop.pay(body.orderIntent);
    const { orderId, ...placed } = (await shop.place(body.orderIntent, buyer.userId)).body;
    expect(placed).toMatchObject({ orderSpent, buyerFee, tax: paidTax });
    api.stripe.capture();
    await shop.deliver();
    const params = { orderId };
    const sale = (await api.call(readOrder, { as: seller.userId, params })).body;
    expect([sale.orderEarned, sale.sellerFee, sale.tax]).toEqual([orderEarned, sellerFee, undefined]);
    expect(await shop.getShare(body.orderIntent)).toBe(orderEarned);
    expect(await listMovements(orderId)).toEqual([["payment", orderSpent, orderEarned, orderFee, paidTax]]);
    const spent = await api.call(readStatistics, {
      as: buyer.userId,
      params: { userId: buyer.userId, display: "purchases" },
    });
    expect(spent.body).toMatchObject({ amount: orderSpent, fees: buyerFee });
    expect(api.stripe.getTax(body.orderIntent)).toEqual({ gross: orderSpent, tax: paidTax });
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("has an invoice with net, rate, tax and gross, and the legal entity that charges the tax", async () => {
    const { buyer, ...offered } = await shop.offer();
    const license = { ...business, billing: inGermany, billingVat: "DE123456789" };
    const { orderId } = await shop.purchase(offered, buyer.userId, license);
    await api.processEvents();
    const text = await getText(orderId, 1, buyer.userId);
    for (const words of [
      "Marketplace",
      "Ochre Trading GmbH",
      "10119 Berlin",
      "VAT DE123456789",
      "Charged by Ochre Trading GmbH",
      "Net",
      formatCents(SALE.orderSpent),
      "VAT 19% (Germany)",
      formatCents(paidTax),
      "Total (USD)",
      formatCents(orderSpent),
      "collects it and pays it to the tax authorities",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("no tax is itemized");
  });

  test("has an invoice with the state of a US tax, and with the reverse charge for an EU business abroad", async () => {
    const { buyer, ...offered } = await shop.offer();
    const american = await shop.purchase(offered, buyer.userId, { billing: inCalifornia });
    const abroad = (await given.user()).userId;
    const european = await shop.purchase(offered, abroad, { ...business, billingVat: "ATU12345678" });
    await api.processEvents();
    expect(await getText(american.orderId, 1, buyer.userId)).toContain("Sales tax 8.25% (CA, United States)");
    const text = await getText(european.orderId, 1, abroad);
    for (const words of ["Reverse charge", "Tax", "$0.00", formatCents(SALE.orderSpent)]) expect(text).toContain(words);
  });

  test("has a receipt with the list price and the seller's discount code", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const form = { discountCode: "SPRING", discountPercent: 25 };
    const { body } = await api.call(createDiscountCode, {
      as: seller.userId,
      params: { userId: seller.userId },
      body: form,
    });
    const license = { billing: inGermany, discountId: body.discountId };
    const { orderId } = await shop.purchase(offered, buyer.userId, license);
    await api.processEvents();
    const text = await getText(orderId, 1, buyer.userId);
    for (const words of ["$20.00", "Discount with code SPRING", "Granted by Ada Painter", "−$5.00"])
      expect(text).toContain(words);
    expect(text).not.toContain("and so is any discount");
  });
});

describe("returned tax", () => {
  const sold = () => shop.createSale({ billing: inGermany });

  test("of a refund is credited and reversed at Stripe", async () => {
    const { seller, buyer, order, itemNow } = await sold();
    await shop.refund(order.orderId, seller.userId);
    await shop.deliver();
    expect(await recordedFor(order.orderId, order.orderIntent)).toEqual({
      documents: [
        ["receipt", orderSpent],
        ["creditNote", orderSpent],
      ],
      tax: 0,
      atStripe: { gross: 0, tax: 0 },
    });
    expect(await getText(order.orderId, 2, buyer.userId)).toContain(formatCents(paidTax));
    expect(await itemNow()).toMatchObject({ status: "refunded" });
  });

  test("of partial refunds is credited to the cent", async () => {
    const { seller, buyer, order, chargeId } = await sold();
    for (const amount of [1000, 333]) {
      await api.provider.refunds.create({ charge: chargeId, amount });
      await shop.deliver();
      await api.processEvents();
    }
    const { documents, tax, atStripe } = await recordedFor(order.orderId, order.orderIntent);
    expect(documents).toEqual([
      ["receipt", orderSpent],
      ["creditNote", 1000],
      ["creditNote", 333],
    ]);
    const left = (paidTax ?? 0) - computeIncludedTax(TAXED, 1333);
    expect([tax, atStripe]).toEqual([left, { gross: orderSpent - 1333, tax: left }]);
    const first = await getText(order.orderId, 2, buyer.userId);
    const back = computeIncludedTax(TAXED, 1000);
    for (const words of ["Net", formatCents(1000 - back), "VAT 19% (Germany)", formatCents(back), "$10.00"])
      expect(first).toContain(words);
    await shop.refund(order.orderId, seller.userId);
    await shop.deliver();
    const all = await recordedFor(order.orderId, order.orderIntent);
    expect([all.tax, all.atStripe]).toEqual([0, { gross: 0, tax: 0 }]);
  });

  test("of a lost dispute is reversed at Stripe once, and restored when an appeal is won", async () => {
    const { order, chargeId, itemNow } = await sold();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    expect(api.stripe.getTax(order.orderIntent)).toEqual({ gross: orderSpent, tax: paidTax });
    api.stripe.closeDispute(id, "lost");
    const messages = api.stripe.webhooks.take();
    for (const _ of [1, 2]) await shop.deliver(messages);
    expect(await itemNow()).toMatchObject({ taxReversal: { amount: orderSpent } });
    expect(await recordedFor(order.orderId, order.orderIntent)).toMatchObject({
      tax: 0,
      atStripe: { gross: 0, tax: 0 },
    });
    api.stripe.moveDispute(id, "won");
    await shop.deliver();
    expect(await itemNow()).toMatchObject({ taxReversal: { nth: 2, amount: 0 } });
    expect(await recordedFor(order.orderId, order.orderIntent)).toMatchObject({
      documents: [
        ["receipt", orderSpent],
        ["creditNote", orderSpent],
        ["receipt", orderSpent],
      ],
      tax: paidTax,
      atStripe: { gross: orderSpent, tax: paidTax },
    });
  });

  test("of a dispute lost after a partial refund is reversed completely", async () => {
    const { order, chargeId } = await sold();
    await api.provider.refunds.create({ charge: chargeId, amount: 1000 });
    await shop.deliver();
    api.stripe.closeDispute(api.stripe.disputeCharge(chargeId).id, "lost");
    await shop.deliver();
    expect(api.stripe.getTax(order.orderIntent)).toEqual({ gross: 0, tax: 0 });
  });

  test("that can't be reversed leaves the order unsettled until a retry succeeds", async () => {
    const { order, chargeId, itemNow } = await sold();
    await shop.deliver();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.closeDispute(id, "lost");
    api.stripe.failNext(500, 500);
    await shop.deliver();
    api.stripe.stopFailing();
    expect(await itemNow()).toMatchObject({ status: "refunded", unsettled: true });
    api.travel(60 * 60);
    await actAs("settle-orders", () => settleOrders(api.services));
    expect((await itemNow())?.unsettled).toBeUndefined();
    expect(api.stripe.getTax(order.orderIntent)).toEqual({ gross: 0, tax: 0 });
  });

  test("is restored when the bank returns a refund", async () => {
    const { seller, order, chargeId } = await sold();
    await shop.refund(order.orderId, seller.userId);
    await api.processEvents();
    const { data } = await api.provider.refunds.list({ charge: chargeId });
    api.stripe.finishRefund(data[0]?.id ?? "", "failed");
    await shop.deliver();
    const { tax, atStripe } = await recordedFor(order.orderId, order.orderIntent);
    expect([tax, atStripe]).toEqual([paidTax, { gross: orderSpent, tax: paidTax }]);
  });
});

test("a free work has no tax", async () => {
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId);
  const buyer = await given.user();
  const { orderId } = await given.order(artworkId, buyer.userId);
  const { body } = await api.call(readOrder, { as: buyer.userId, params: { orderId } });
  expect([body.orderSpent, body.tax]).toEqual([0, undefined]);
});
