import { describe, expect, test } from "vitest";
import { findIntent } from "#lambdas/areas/purchases/order/find-intent.ts";
import { findHolding, findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { readCertificate } from "#shared/contract/licenses.ts";
import { cancelIntent, readCheckout } from "#shared/contract/orders.ts";
import { updateBilling } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { billing } from "#test/support/given.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { startShop } from "#test/support/purchasing.ts";
import { scanTable } from "#test/support/scan-table.ts";

const { api, given, shop } = await startShop();
const sale = computeFees(2000);

const cancel = (intentId: string, userId: string) =>
  api.call(cancelIntent, { as: userId, params: { userId, intentId } });
const checkout = (artworkId: string, as: string) => api.call(readCheckout, { as, params: { artworkId } });
const commercial = { licenseType: "commercial" };

describe("a payment", () => {
  test("is a destination charge of the breakdown's total, less the fees for the seller", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { status, body } = await shop.begin(offered, buyer.userId);
    expect(status).toBe(201);
    expect(body.breakdown).toEqual(toBreakdown(sale));
    const payment = await api.provider.paymentIntents.retrieve(body.orderIntent);
    expect(payment).toMatchObject({
      amount: sale.orderSpent,
      currency: "usd",
      application_fee_amount: sale.orderFee,
      on_behalf_of: seller.stripeId,
      transfer_data: { destination: seller.stripeId },
      metadata: { artworkId: offered.artworkId, buyerId: buyer.userId },
    });
    expect(body.clientSecret).toBe(payment.client_secret);
  });

  test("becomes an order only once it has succeeded", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId, { licenseAssignee: "Cy Clerk" });
    expect((await shop.place(body.orderIntent, buyer.userId)).failure.code).toBe("payment_pending");
    await shop.pay(body.orderIntent);
    const placed = await shop.place(body.orderIntent, buyer.userId);
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({
      status: "completed",
      license: { licensePrice: 2000, licenseAssignee: "Cy Clerk", licenseAssignor: "Ada Painter" },
      orderSpent: sale.orderSpent,
      buyerFee: sale.buyerFee,
      downloadable: true,
      artwork: { id: offered.artworkId, owner: { id: seller.userId } },
    });
    expect((await shop.place(body.orderIntent, buyer.userId)).body).toEqual(placed.body);
    expect(await shop.deliver()).not.toContain(500);
    expect((await findHolding(api.services.table, { ...offered, buyerId: buyer.userId }))?.orders).toBe(1);
  });

  test("dates its order, licence and certificate by when it was paid, not started", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    api.travel(600);
    await shop.pay(body.orderIntent);
    const from = Math.floor(api.services.now().getTime() / 1000) * 1000;
    const { body: order } = await shop.place(body.orderIntent, buyer.userId);
    expect(Date.parse(order.created)).toBeGreaterThanOrEqual(from);
    expect(order.license.created).toBe(order.created);
    const certificate = await api.call(readCertificate, { as: buyer.userId, params: { orderId: order.orderId } });
    expect(certificate.body.payload.created).toBe(order.created);
    expect(certificate.body.licenseFingerprint).toBe(order.license.licenseFingerprint);
  });

  test("becomes one order by repeated webhook events", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    await shop.pay(body.orderIntent);
    const messages = api.stripe.webhooks.take();
    await shop.deliver(messages);
    await shop.deliver(messages.toReversed());
    const placed = await shop.place(body.orderIntent, buyer.userId);
    expect((await findHolding(api.services.table, { ...offered, buyerId: buyer.userId }))?.licenses).toEqual({
      personal: placed.body.orderId,
    });
  });

  test("that is declined can be retried with another card, also after 3-D Secure", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    await expect(shop.pay(body.orderIntent, "pm_card_visa_chargeDeclined")).rejects.toThrow("declined");
    await shop.deliver();
    expect((await shop.place(body.orderIntent, buyer.userId)).failure.code).toBe("payment_pending");
    expect((await shop.pay(body.orderIntent, "pm_card_threeDSecure2Required")).status).toBe("requires_action");
    expect((await shop.place(body.orderIntent, buyer.userId)).failure.code).toBe("payment_pending");
    await shop.pay(body.orderIntent);
    expect((await shop.place(body.orderIntent, buyer.userId)).status).toBe(201);
  });

  test("takes at most eighteen write units to become an order", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    await shop.pay(body.orderIntent);
    const metered = await meterWrites(() => shop.place(body.orderIntent, buyer.userId));
    expect([metered.result.status, metered.transactions]).toEqual([201, 1]);
    expect(metered.writeUnits).toBeLessThanOrEqual(18);
  });

  test("keeps its price and version after the artist changes the artwork", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    const dearer = { artworkPersonal: 40, expectedVersion: offered.versionId };
    await api.call(updateArtwork, { as: seller.userId, params: offered, body: dearer });
    await shop.pay(body.orderIntent);
    const { body: order } = await shop.place(body.orderIntent, buyer.userId);
    expect([order.license.licensePrice, order.artwork.versionId]).toEqual([2000, offered.versionId]);
    expect((await shop.begin(offered, (await given.user()).userId)).failure.code).toBe("artwork_moved");
  });

  test("can't be seen, cancelled or redeemed by others than its buyer", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    for (const { userId } of [seller, await given.user()]) {
      expect((await cancel(body.orderIntent, userId)).failure.code).toBe("intent_not_found");
      expect((await shop.place(body.orderIntent, userId)).failure.code).toBe("intent_invalid");
    }
    expect((await checkout(offered.artworkId, (await given.user()).userId)).body.intent).toBeNull();
    await shop.pay(body.orderIntent);
    expect((await shop.place(body.orderIntent, seller.userId)).failure.code).toBe("intent_invalid");
    expect((await shop.place(body.orderIntent, buyer.userId)).status).toBe(201);
  });

  test("leaves no secret of the provider in the table", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    expect(await scanTable()).toContain(body.orderIntent);
    expect(await scanTable()).not.toContain(body.clientSecret.split("_secret_")[1]);
  });

  test.each([
    ["for the buyer's own artwork", "own_artwork"],
    ["of a free artwork", "intent_invalid"],
    ["to a seller who can't be paid", "purchases_disabled"],
    ["of a licence that isn't offered", "license_not_offered"],
  ] as const)("%s isn't started", async (_, code) => {
    const form = code === "intent_invalid" ? { artworkType: "free", artworkLicense: "personal" } : {};
    const { seller, buyer, ...offered } = await shop.offer({
      ...form,
      ...(code === "license_not_offered" ? { artworkLicense: "personal" } : {}),
    });
    if (code === "purchases_disabled") api.stripe.submitDetails(seller.stripeId, ["bank"]);
    const as = code === "own_artwork" ? seller : buyer;
    const license = code === "license_not_offered" ? commercial : {};
    const refused = await shop.begin(offered, as.userId, license);
    expect(refused.failure.code).toBe(code);
    const intent = await findIntent(api.services.table, { ...offered, buyerId: as.userId });
    expect(intent?.state ?? "failed").toBe("failed");
    expect((await shop.begin(offered, as.userId, license)).failure.code).toBe(code);
  });

  test("requires a billing address, and reuses it for the next payment", async () => {
    const { buyer, ...offered } = await shop.offer();
    const refused = await shop.begin(offered, buyer.userId, { billing: undefined });
    expect([refused.status, refused.failure.fields]).toEqual([400, { billing: MESSAGES.required }]);
    const wrong = await shop.begin(offered, buyer.userId, { billing: { ...billing, billingZip: "1".repeat(13) } });
    expect([wrong.status, wrong.failure.fields]).toEqual([400, { billingZip: formatTooLong(12) }]);
    const { body } = await shop.begin(offered, buyer.userId);
    expect((await checkout(offered.artworkId, buyer.userId)).body.billing).toEqual(billing);
    await cancel(body.orderIntent, buyer.userId);
    expect((await shop.begin(offered, buyer.userId, { billing: undefined })).status).toBe(201);
  });
});

describe("the lock of a payment", () => {
  test("allows one payment at a time, and answers its repetition with the same payment", async () => {
    const { buyer, ...offered } = await shop.offer();
    const replies = await Promise.all(Array.from({ length: 10 }, () => shop.begin(offered, buyer.userId, {}, "tab")));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1);
    const other = await shop.begin(offered, buyer.userId, {}, "another tab");
    expect([other.status, other.failure.code]).toEqual([409, "payment_open"]);
    const wider = await shop.begin(offered, buyer.userId, commercial, "tab");
    expect(wider.failure.code).toBe("payment_open");
  });

  test("is removed by a cancellation, which is idempotent", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    expect((await cancel(body.orderIntent, buyer.userId)).status).toBe(204);
    expect((await cancel(body.orderIntent, buyer.userId)).status).toBe(204);
    await expect(shop.pay(body.orderIntent)).rejects.toThrow("canceled");
    expect((await shop.place(body.orderIntent, buyer.userId)).failure.code).toBe("intent_invalid");
    const again = await shop.begin(offered, buyer.userId);
    expect(again.status).toBe(201);
    // Late events of the first payment don't affect the second.
    await shop.deliver();
    expect((await findIntent(api.services.table, { ...offered, buyerId: buyer.userId }))?.state).toBe("open");
  });

  test("can't be removed by a cancellation once the payment is paid", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    await shop.pay(body.orderIntent);
    expect((await cancel(body.orderIntent, buyer.userId)).failure.code).toBe("payment_done");
    expect((await shop.place(body.orderIntent, buyer.userId)).status).toBe(201);
    expect((await cancel(body.orderIntent, buyer.userId)).failure.code).toBe("payment_done");
  });

  test("expires after half an hour; a payment made before still becomes an order", async () => {
    const [first, second] = [await shop.offer(), await shop.offer()];
    const [unpaid, paid] = [await shop.begin(first, first.buyer.userId), await shop.begin(second, second.buyer.userId)];
    await shop.pay(paid.body.orderIntent);
    const latest = api.services.now().getTime() + LIFETIMES.paymentLock * 1000;
    expect(Date.parse(unpaid.body.expiresAt)).toBeLessThanOrEqual(latest);
    api.travel(LIFETIMES.paymentLock + 1);
    const fresh = await shop.begin(first, first.buyer.userId);
    expect(fresh.status).toBe(201);
    await expect(shop.pay(unpaid.body.orderIntent)).rejects.toThrow("canceled");
    const late = await shop.begin(second, second.buyer.userId);
    expect([late.status, late.failure.code]).toEqual([409, "license_already_exists"]);
  });
});

describe("a duplicate is refused before the payment", () => {
  test("with its message, but a commercial licence may follow a personal one", async () => {
    const { buyer, ...offered } = await shop.offer();
    await shop.purchase(offered, buyer.userId);
    const same = await shop.begin(offered, buyer.userId);
    expect([same.status, same.failure.fields]).toEqual([409, { licenseType: MESSAGES.licenseAlreadyExists }]);
    await shop.purchase(offered, buyer.userId, commercial);
    const { body } = await checkout(offered.artworkId, buyer.userId);
    expect(body.licenses.map(({ licenseType }) => licenseType)).toEqual(["commercial", "personal"]);
  });

  test("if a commercial licence supersedes it or the company has one", async () => {
    const { buyer, ...offered } = await shop.offer();
    await shop.purchase(offered, buyer.userId, commercial);
    const less = await shop.begin(offered, buyer.userId);
    expect(less.failure.fields).toEqual({ licenseType: MESSAGES.licenseTypeSuperseded });
    const company = { licenseUsage: "business", licenseCompany: "Dune  Ltd" };
    await shop.purchase(offered, buyer.userId, company);
    const again = await shop.begin(offered, buyer.userId, { ...company, licenseCompany: " Dune Ltd" });
    expect(again.failure.fields).toEqual({ licenseCompany: MESSAGES.licenseCompanyExists });
  });
});

describe("the checkout page", () => {
  test("shows the licences offered and their amounts, but not to the seller", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { status, body } = await checkout(offered.artworkId, buyer.userId);
    const separate = computeFees(5000);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: offered,
      owner: { id: seller.userId },
      options: [
        { licenseType: "personal", licensePrice: 2000, buyerFee: sale.buyerFee, total: sale.orderSpent },
        { licenseType: "commercial", licensePrice: 5000, buyerFee: separate.buyerFee, total: separate.orderSpent },
      ],
      breakdown: toBreakdown(sale),
      billing: null,
      payee: seller.stripeId,
      licenses: [],
      intent: null,
    });
    expect((await checkout(offered.artworkId, seller.userId)).failure.code).toBe("own_artwork");
  });

  test("shows the billing details of its open payment, even after the account's change", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { billingEmail, ...billed } = billing;
    const bill = {
      licenseUsage: "business",
      licenseCompany: "Dune Press",
      billingVat: "ATU 12345678",
      billingReference: "PO 4711",
    };
    await shop.begin(offered, buyer.userId, bill);
    const moved = { ...billing, billingAddress: "Another Street 2" };
    await api.call(updateBilling, { as: buyer.userId, params: { userId: buyer.userId }, body: moved });
    const { body } = await checkout(offered.artworkId, buyer.userId);
    expect(body.intent).toMatchObject({ billed, vat: "ATU12345678", reference: "PO 4711", discountCode: null });
  });

  test("returns its open payment after a reload, until the lock expires", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId, commercial);
    const reloaded = await checkout(offered.artworkId, buyer.userId);
    expect(reloaded.body.intent).toMatchObject({ ...body, ...commercial, versionId: offered.versionId });
    api.travel(LIFETIMES.paymentLock + 1);
    expect((await checkout(offered.artworkId, buyer.userId)).body.intent).toBeNull();
  });
});

test("the company of a purchase is prefilled in the next one, that of a cancelled payment isn't", async () => {
  const { buyer, ...offered } = await shop.offer();
  const company = async () => (await checkout(offered.artworkId, buyer.userId)).body.company;
  const business = { licenseUsage: "business", licenseCompany: "Dune Press" } as const;
  const first = await shop.begin(offered, buyer.userId, business);
  await cancel(first.body.orderIntent, buyer.userId);
  await api.processEvents();
  expect(await company()).toBeNull();
  await shop.purchase(offered, buyer.userId, business);
  await api.processEvents();
  expect(await company()).toBe("Dune Press");
  await shop.purchase(offered, buyer.userId);
  await api.processEvents();
  expect(await company()).toBe("Dune Press");
});

test("a payment with an id of 255 characters can be paid, read and cancelled", async () => {
  const { buyer, ...offered } = await shop.offer();
  const params = { artworkId: offered.artworkId };
  for (const end of ["pay", "cancel"] as const) {
    const id = `pi_${end}${"x".repeat(255 - 3 - end.length)}`;
    api.stripe.nextPaymentId(id);
    const buyerId = end === "pay" ? buyer.userId : (await given.user()).userId;
    expect((await shop.begin(offered, buyerId)).body.orderIntent).toBe(id);
    expect((await api.call(readCheckout, { as: buyerId, params })).body.intent?.orderIntent).toBe(id);
    const own = { as: buyerId, params: { userId: buyerId, intentId: id } };
    if (end === "cancel") expect((await api.call(cancelIntent, own)).status).toBe(204);
    else {
      const { metadata } = await shop.pay(id);
      expect((await shop.place(id, buyerId)).failure.fields).toEqual({ orderIntent: MESSAGES.intentIdInvalid });
      await shop.deliver();
      expect((await findOrder(api.services.table, metadata.orderId ?? ""))?.status).toBe("completed");
    }
  }
});
