import { describe, expect, test, vi } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { finalizeOrder } from "#lambdas/areas/purchases/order/finalize-order.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { syncOrder } from "#lambdas/areas/purchases/order/sync-order.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { listOwnership, readOrder } from "#shared/contract/licenses.ts";
import { MESSAGES } from "#shared/messages.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";
import { KEPT_FEE, SALE } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();
const provider = api.provider;

/** A table that waits before its first transaction until `goOn` is called. */
function beforeWriting(table: OpenTable) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send: OpenTable["send"] = async (command) => {
    if (command.constructor === Object) {
      arrived.resolve();
      await released.promise;
    }
    return table.send(command);
  };
  return { table: { send }, writing: arrived.promise, goOn: () => released.resolve() };
}

const balance = async () => (await provider.balance.retrieve()).available[0]?.amount ?? 0;

describe("a refund", () => {
  test("returns the payment from the seller's share and our fee, and revokes the licence", async () => {
    const { seller, buyer, offered, order, chargeId, statusNow, holding } = await shop.createSale();
    const before = await balance();
    const { status, body } = await shop.refund(order.orderId, seller.userId);
    expect([status, body]).toEqual([200, { message: MESSAGES.orderRefunded, expose: true, status: "refunded" }]);
    const { charges, transfers, applicationFees } = api.provider;
    const charge = await charges.retrieve(chargeId);
    expect(charge.refunded).toBe(true);
    expect((await transfers.retrieve(String(charge.transfer))).reversed).toBe(true);
    expect((await applicationFees.retrieve(String(charge.application_fee))).refunded).toBe(true);
    // Only our fee is gone, less the cost of its conversion; the rest moved between buyer and seller.
    expect((await balance()) - before).toBe(-KEPT_FEE);
    expect(await statusNow()).toBe("refunded");
    expect(await holding()).toMatchObject({ orders: 0, licenses: {} });
    expect((await holding())?.list).toBeUndefined();
    const again = await shop.purchase(offered, buyer.userId);
    expect(again.status).toBe("completed");
    expect(await statusNow()).toBe("refunded");
  });

  test("of the last artwork on a gallery page leaves its cursor valid", async () => {
    const { buyer, offered } = await shop.createSale();
    const { seller, ...second } = await shop.offer();
    const { orderId } = await shop.purchase(second, buyer.userId);
    const owned = async (query: object) =>
      (await api.call(listOwnership, { as: buyer.userId, params: buyer, query: { limit: 1, ...query } })).body;
    const { items, cursor } = await owned({});
    expect([items[0]?.artworkId, cursor]).toEqual([second.artworkId, second.artworkId]);
    expect((await shop.refund(orderId, seller.userId)).status).toBe(200);
    expect((await owned({ cursor })).items.map(({ artworkId }) => artworkId)).toEqual([offered.artworkId]);
  });

  test("happens once, even if it is repeated and announced by the webhook", async () => {
    const { seller, order, holding } = await shop.createSale();
    const replies = await Promise.all(Array.from({ length: 5 }, () => shop.refund(order.orderId, seller.userId)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await shop.deliver();
    expect((await holding())?.orders).toBe(0);
    const { data } = await api.provider.refunds.list({ payment_intent: order.orderIntent });
    expect(data).toHaveLength(1);
  });

  test("that was made at the provider revokes the licence, also with events in reverse order", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    const payment = await shop.pay(body.orderIntent);
    await api.provider.refunds.create({
      payment_intent: payment.id,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    const messages = api.stripe.webhooks.take();
    expect(await shop.deliver(messages.toReversed())).not.toContain(500);
    const order = await findOrder(api.services.table, payment.metadata.orderId ?? "");
    expect(order?.status).toBe("refunded");
    expect([...(order?.events ?? [])]).toHaveLength(1);
    expect((await shop.refund(order?.orderId ?? "", seller.userId)).status).toBe(200);
  });

  test("that is pending revokes the licence only once it has succeeded", async () => {
    const { seller, order, statusNow, holding } = await shop.createSale();
    api.stripe.holdNextRefund();
    const pending = await shop.refund(order.orderId, seller.userId);
    expect(pending.body).toMatchObject({ message: MESSAGES.orderRefundPending, status: "completed" });
    await shop.deliver();
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("completed");
    expect([await statusNow(), (await holding())?.orders]).toEqual(["completed", 1]);
    expect((await readLedgers(api)).differences).toEqual([]);
    const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
    api.stripe.finishRefund(data[0]?.id ?? "", "succeeded");
    await shop.deliver();
    expect([data.length, await statusNow(), (await holding())?.orders]).toEqual([1, "refunded", 0]);
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
  });

  test.each(["pending", "succeeded"])(
    "that fails after it was %s leaves the licence and pays the seller",
    async (was) => {
      const { seller, order, statusNow, holding } = await shop.createSale();
      if (was === "pending") api.stripe.holdNextRefund();
      await shop.refund(order.orderId, seller.userId);
      await shop.deliver();
      const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
      api.stripe.finishRefund(data[0]?.id ?? "", "failed");
      const messages = api.stripe.webhooks.take();
      expect(await shop.deliver([...messages.toReversed(), ...messages])).not.toContain(500);
      expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual(["completed", SALE.orderEarned]);
      expect(await holding()).toMatchObject({ orders: 1, licenses: { personal: order.orderId } });
      expect((await readLedgers(api)).differences).toEqual([]);
      expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
      expect((await readLedgers(api)).differences).toEqual([]);
    },
  );

  test("that fails after the licence was bought again leaves the new order unchanged", async () => {
    const { seller, buyer, offered, order, holding, statusNow } = await shop.createSale();
    await shop.refund(order.orderId, seller.userId);
    const again = await shop.purchase(offered, buyer.userId);
    const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
    api.stripe.finishRefund(data[0]?.id ?? "", "failed");
    expect(await shop.deliver()).not.toContain(500);
    expect(await holding()).toMatchObject({ orders: 1, licenses: { personal: again.orderId } });
    expect(await statusNow()).toBe("refunded");
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test.each([
    ["with the seller's and our part", { reverse_transfer: true, refund_application_fee: true }],
    ["from our fee alone", {}],
  ])("of a part, %s, is recorded and leaves the licence; the rest can be refunded later", async (_, form) => {
    const { seller, order, statusNow, holding } = await shop.createSale();
    for (const amount of [500, 333]) {
      await provider.refunds.create({ payment_intent: order.orderIntent, amount, ...form });
    }
    const messages = api.stripe.webhooks.take();
    await shop.deliver([...messages.toReversed(), ...messages]);
    expect([await statusNow(), (await holding())?.orders]).toEqual(["completed", 1]);
    const { books, differences } = await readLedgers(api);
    expect(differences).toEqual([]);
    const returned = SALE.orderEarned - (books.get(order.orderId)?.booked.earned ?? 0);
    const shown = await api.call(readOrder, { as: seller.userId, params: { orderId: order.orderId } });
    const isSellersPart = "reverse_transfer" in form;
    expect(shown.body.orderReturned).toBe(isSellersPart ? returned : undefined);
    const at = shown.body.orderReturnedAt;
    expect(at !== undefined && Math.abs(Date.parse(at) - api.services.now().getTime()) < 60_000).toBe(isSellersPart);
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    await shop.deliver();
    expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual(["refunded", 0]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("during the placement of its order ends that order", async () => {
    const { seller: _seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    const payment = await shop.pay(body.orderIntent);
    const { table, writing, goOn } = beforeWriting(api.services.table);
    const late = finalizeOrder({ ...api.services, table }, payment);
    await writing;
    const whole = { reverse_transfer: true, refund_application_fee: true };
    await provider.refunds.create({ payment_intent: payment.id, ...whole });
    await shop.deliver();
    goOn();
    expect((await late)?.status).toBe("refunded");
  });

  test("during the write of an older payment state ends the order", async () => {
    const { order, chargeId, itemNow } = await shop.createSale();
    await shop.deliver();
    api.stripe.disputeCharge(chargeId, "warning_needs_response");
    const { table, writing, goOn } = beforeWriting(api.services.table);
    const late = syncOrder({ ...api.services, table }, order.orderId);
    await writing;
    const whole = { reverse_transfer: true, refund_application_fee: true };
    await provider.refunds.create({ payment_intent: order.orderIntent, ...whole });
    await shop.deliver();
    goOn();
    expect((await late).order.status).toBe("refunded");
    expect(await itemNow()).toMatchObject({
      status: "refunded",
      refunded: order.orderSpent,
      dispute: { status: "warning_closed" },
    });
  });

  test("sorts the gallery by the newest remaining licence", async () => {
    const { seller, buyer, offered, order, holding } = await shop.createSale();
    const wider = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    expect((await holding())?.place).toBe(wider.orderId);
    await shop.refund(wider.orderId, seller.userId);
    expect(await holding()).toMatchObject({ orders: 1, licenses: { personal: order.orderId }, place: order.orderId });
  });

  test("of the last licence to deleted artwork deletes its files, and not before", async () => {
    const { seller, buyer, offered, order } = await shop.createSale();
    const wider = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    const { mediaId } = (await findOrder(api.services.table, order.orderId)) ?? { mediaId: "" };
    const { originalKey } = (await findMedia(api.services.table, mediaId)) ?? { originalKey: "" };
    const hasFile = async () => {
      await api.processEvents({ times: 2 });
      const file = await api.s3.readObject(api.buckets.originals, originalKey);
      file?.body.destroy();
      return file !== undefined;
    };
    await shop.refund(wider.orderId, seller.userId);
    const bought = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    await api.call(deleteArtwork, { as: seller.userId, params: offered });
    expect(await hasFile()).toBe(true);
    await shop.refund(bought.orderId, seller.userId);
    expect(await hasFile()).toBe(true);
    await shop.refund(order.orderId, seller.userId);
    expect(await hasFile()).toBe(false);
  });

  test("can be given by the seller only", async () => {
    const { buyer, order, statusNow } = await shop.createSale();
    expect((await shop.refund(order.orderId, buyer.userId)).failure.code).toBe("forbidden");
    expect((await shop.refund(order.orderId, (await given.user()).userId)).failure.code).toBe("order_not_found");
    expect((await shop.refund(api.services.newId(), buyer.userId)).failure.code).toBe("order_not_found");
    expect(await statusNow()).toBe("completed");
  });

  test("is refused while the seller's balance doesn't cover it", async () => {
    const { seller, order, statusNow } = await shop.createSale();
    api.stripe.payOut(seller.stripeId);
    const warn = vi.spyOn(api.services.log, "warn");
    const { status, failure } = await shop.refund(order.orderId, seller.userId);
    // Operators can't help, so no alarm counts it.
    expect(warn).toHaveBeenCalledWith("A refund was refused", expect.not.objectContaining({ MoneyNotMoved: 1 }));
    expect([status, failure.code, failure.message]).toEqual([409, "refund_uncovered", MESSAGES.refundUncovered]);
    expect(await statusNow()).toBe("completed");
  });

  test("of a free order is refused", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, (await given.user()).userId);
    const refused = await shop.refund(orderId, artist.userId);
    expect([refused.status, refused.failure.code]).toEqual([409, "order_not_refundable"]);
  });
});
