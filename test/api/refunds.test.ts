import Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import { MailRefused } from "#lambdas/mail/open-mail.ts";
import { findMedia } from "#lambdas/media/find-media.ts";
import { findHolding, findOrder } from "#lambdas/purchases/order/find-order.ts";
import { syncOrder } from "#lambdas/purchases/order/sync-order.ts";
import { openPayments } from "#lambdas/purchases/stripe/open-payments.ts";
import { readCharge, sellerPart } from "#lambdas/purchases/stripe/read-charge.ts";
import { mailOrders } from "#lambdas/streams/mail-orders.ts";
import { MarketplaceTable } from "#lambdas/table/marketplace-table.ts";
import { startSecrets } from "#local/services/secrets-manager.ts";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { listOwnership, readOrder } from "#shared/contract/licenses.ts";
import { placeOrder, refundOrder, submitEvidence } from "#shared/contract/orders.ts";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { MESSAGES } from "#shared/messages.ts";
import { followStream } from "#test/support/follow-stream.ts";
import { ledgersOf } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();
const follow = followStream(MarketplaceTable.getName(), [(event) => mailOrders(event, api.services)]);

const refund = (orderId: string, as: string) => api.call(refundOrder, { as, params: { orderId } });
const provider = api.services.payments.stripe;

/** What the seller has of a payment at the provider now, in cents. */
async function shareOf(orderIntent: string) {
  const paid = await readCharge(provider, orderIntent);
  return paid && sellerPart(paid).now;
}

const balance = async () => (await api.services.payments.stripe.balance.retrieve()).available[0]?.amount ?? 0;

/** A paid order and the charge behind it. */
async function sold(license: object = {}) {
  const { seller, buyer, ...offered } = await shop.offer();
  const order = await shop.purchase(offered, buyer.userId, license);
  api.stripe.capture();
  const payment = await api.services.payments.stripe.paymentIntents.retrieve(order.orderIntent);
  const statusNow = async () => (await findOrder(api.services.table, order.orderId))?.status;
  const holding = () => findHolding(api.services.table, { ...offered, buyerId: buyer.userId });
  return { seller, buyer, offered, order, chargeId: String(payment.latest_charge), statusNow, holding };
}

describe("a refund", () => {
  test("pays everything back, from the seller what they got and from us the fee, and revokes the licence", async () => {
    const { seller, buyer, offered, order, chargeId, statusNow, holding } = await sold();
    const before = await balance();
    const { status, body } = await refund(order.orderId, seller.userId);
    expect([status, body]).toEqual([200, { message: MESSAGES.orderRefunded, expose: true, status: "refunded" }]);
    const { charges, transfers, applicationFees } = api.services.payments.stripe;
    const charge = await charges.retrieve(chargeId);
    expect(charge.refunded).toBe(true);
    expect((await transfers.retrieve(String(charge.transfer))).reversed).toBe(true);
    expect((await applicationFees.retrieve(String(charge.application_fee))).refunded).toBe(true);
    // The fee that was ours is gone; the charge came from and went to the buyer, the rest from and to the seller.
    expect((await balance()) - before).toBe(-635);
    expect(await statusNow()).toBe("refunded");
    expect(await holding()).toMatchObject({ orders: 0, licenses: {} });
    expect((await holding())?.list).toBeUndefined();
    const again = await shop.purchase(offered, buyer.userId);
    expect(again.status).toBe("completed");
    expect(await statusNow()).toBe("refunded");
  });

  test("of the artwork that a page of the gallery ended with leaves the next page where it was", async () => {
    const { buyer, offered } = await sold();
    const { seller, ...second } = await shop.offer();
    const { orderId } = await shop.purchase(second, buyer.userId);
    const owned = async (query: object) =>
      (await api.call(listOwnership, { as: buyer.userId, params: buyer, query: { limit: 1, ...query } })).body;
    const { items, cursor } = await owned({});
    expect([items[0]?.artworkId, cursor]).toEqual([second.artworkId, second.artworkId]);
    expect((await refund(orderId, seller.userId)).status).toBe(200);
    expect((await owned({ cursor })).items.map(({ artworkId }) => artworkId)).toEqual([offered.artworkId]);
  });

  test("can be repeated and is told by the provider too, and happens once", async () => {
    const { seller, order, holding } = await sold();
    const replies = await Promise.all(Array.from({ length: 5 }, () => refund(order.orderId, seller.userId)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await shop.deliver();
    expect((await holding())?.orders).toBe(0);
    const { data } = await api.services.payments.stripe.refunds.list({ payment_intent: order.orderIntent });
    expect(data).toHaveLength(1);
  });

  test("that was made at the provider revokes the licence, whatever message comes first", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    const payment = await shop.pay(body.orderIntent);
    await api.services.payments.stripe.refunds.create({
      payment_intent: payment.id,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    const messages = api.stripe.webhooks.take();
    expect(await shop.deliver(messages.toReversed())).not.toContain(500);
    const order = await findOrder(api.services.table, payment.metadata.orderId ?? "");
    expect(order?.status).toBe("refunded");
    expect([...(order?.events ?? [])]).toHaveLength(1);
    expect((await refund(order?.orderId ?? "", seller.userId)).status).toBe(200);
  });

  test("that is pending revokes the licence only once it has succeeded", async () => {
    const { seller, order, statusNow, holding } = await sold();
    api.stripe.holdNextRefund();
    const pending = await refund(order.orderId, seller.userId);
    expect(pending.body).toMatchObject({ message: MESSAGES.orderRefundPending, status: "completed" });
    await shop.deliver();
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("completed");
    expect([await statusNow(), (await holding())?.orders]).toEqual(["completed", 1]);
    expect((await ledgersOf(api)).differences).toEqual([]);
    const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
    api.stripe.finishRefund(data[0]?.id ?? "", "succeeded");
    await shop.deliver();
    expect([data.length, await statusNow(), (await holding())?.orders]).toEqual([1, "refunded", 0]);
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
  });

  test.each(["pending", "succeeded"])(
    "that fails after it was %s leaves the licence and pays the seller",
    async (was) => {
      const { seller, order, statusNow, holding } = await sold();
      if (was === "pending") api.stripe.holdNextRefund();
      await refund(order.orderId, seller.userId);
      await shop.deliver();
      const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
      api.stripe.finishRefund(data[0]?.id ?? "", "failed");
      const messages = api.stripe.webhooks.take();
      expect(await shop.deliver([...messages.toReversed(), ...messages])).not.toContain(500);
      expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual(["completed", 1700]);
      expect(await holding()).toMatchObject({ orders: 1, licenses: { personal: order.orderId } });
      expect((await ledgersOf(api)).differences).toEqual([]);
      expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
      expect((await ledgersOf(api)).differences).toEqual([]);
    },
  );

  test("that fails after the licence was bought again leaves the new order alone", async () => {
    const { seller, buyer, offered, order, holding, statusNow } = await sold();
    await refund(order.orderId, seller.userId);
    const again = await shop.purchase(offered, buyer.userId);
    const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
    api.stripe.finishRefund(data[0]?.id ?? "", "failed");
    expect(await shop.deliver()).not.toContain(500);
    expect(await holding()).toMatchObject({ orders: 1, licenses: { personal: again.orderId } });
    expect(await statusNow()).toBe("refunded");
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  test.each([
    ["with the seller's and our part", { reverse_transfer: true, refund_application_fee: true }],
    ["from us alone", {}],
  ])("of a part, %s, is booked and leaves the licence; the rest can be refunded later", async (_, form) => {
    const { seller, order, statusNow, holding } = await sold();
    for (const amount of [500, 333]) {
      await provider.refunds.create({ payment_intent: order.orderIntent, amount, ...form });
    }
    const messages = api.stripe.webhooks.take();
    await shop.deliver([...messages.toReversed(), ...messages]);
    expect([await statusNow(), (await holding())?.orders]).toEqual(["completed", 1]);
    expect((await ledgersOf(api)).differences).toEqual([]);
    const shown = await api.call(readOrder, { as: seller.userId, params: { orderId: order.orderId } });
    expect(shown.body.orderReturned).toBe("reverse_transfer" in form ? 606 : undefined);
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    await shop.deliver();
    expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual(["refunded", 0]);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  test("keeps the gallery on the newest licence that stays", async () => {
    const { seller, buyer, offered, order, holding } = await sold();
    const wider = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    expect((await holding())?.place).toBe(wider.orderId);
    await refund(wider.orderId, seller.userId);
    expect(await holding()).toMatchObject({ orders: 1, licenses: { personal: order.orderId }, place: order.orderId });
  });

  test("of the last licence to deleted artwork lets its files go, and not before", async () => {
    const { seller, buyer, offered, order } = await sold();
    const wider = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    const { mediaId } = (await findOrder(api.services.table, order.orderId)) ?? { mediaId: "" };
    const { originalKey } = (await findMedia(api.services.table, mediaId)) ?? { originalKey: "" };
    const hasFile = async () => {
      await api.follow({ times: 2 });
      const file = await api.s3.readObject(api.buckets.originals, originalKey);
      file?.body.destroy();
      return file !== undefined;
    };
    await refund(wider.orderId, seller.userId);
    const bought = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    await api.call(deleteArtwork, { as: seller.userId, params: offered });
    expect(await hasFile()).toBe(true);
    await refund(bought.orderId, seller.userId);
    expect(await hasFile()).toBe(true);
    await refund(order.orderId, seller.userId);
    expect(await hasFile()).toBe(false);
  });

  test("is the seller's to give", async () => {
    const { buyer, order, statusNow } = await sold();
    expect((await refund(order.orderId, buyer.userId)).failure.code).toBe("forbidden");
    expect((await refund(order.orderId, (await given.user()).userId)).failure.code).toBe("order_not_found");
    expect((await refund(api.services.newId(), buyer.userId)).failure.code).toBe("order_not_found");
    expect(await statusNow()).toBe("completed");
  });

  test("of a free order has nothing to pay back", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, (await given.user()).userId);
    const refused = await refund(orderId, artist.userId);
    expect([refused.status, refused.failure.code]).toEqual([409, "order_not_refundable"]);
  });
});

describe("a seller whose balance is paid out", () => {
  /** As Stripe refuses it where the seller's balance is too low. */
  const refuseReversals = (isRefused: (transferId: string) => boolean = () => true) => {
    const original = provider.transfers.createReversal.bind(provider.transfers);
    return vi.spyOn(provider.transfers, "createReversal").mockImplementation(((
      ...request: Parameters<typeof original>
    ) =>
      isRefused(request[0])
        ? Promise.reject(
            new Stripe.errors.StripeInvalidRequestError({
              message: "The recipient has insufficient funds for this reversal",
              type: "invalid_request_error",
              code: "balance_insufficient",
              statusCode: 400,
            } as never),
          )
        : original(...request)) as never);
  };

  test("doesn't keep a dispute from being known and answered, and pays once they can", async () => {
    const { seller, order, chargeId, statusNow } = await sold();
    const refusing = refuseReversals();
    const { id } = api.stripe.disputeCharge(chargeId);
    const messages = api.stripe.webhooks.take();
    await expect(shop.deliver(messages)).rejects.toThrow(/insufficient funds/);
    expect(await statusNow()).toBe("disputed");
    expect((await ledgersOf(api)).differences).toEqual([]);
    const call = { as: seller.userId, params: { orderId: order.orderId }, body: { evidenceText: "Delivered" } };
    expect((await api.call(submitEvidence, call)).status).toBeLessThan(300);
    refusing.mockRestore();
    await shop.deliver(messages);
    expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual(["disputed", 0]);
    api.stripe.moveDispute(id, "lost");
    await shop.deliver();
    expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual(["refunded", 0]);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  test("doesn't keep a refund after a dispute that was won from revoking the licence", async () => {
    const { seller, order, chargeId, statusNow, holding } = await sold();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.moveDispute(id, "won");
    await shop.deliver();
    const { transfer: first } = await provider.charges.retrieve(chargeId);
    const refusing = refuseReversals((transferId) => transferId !== first);
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect([await statusNow(), (await holding())?.orders]).toEqual(["refunded", 0]);
    refusing.mockRestore();
    await shop.deliver();
    expect(await shareOf(order.orderIntent)).toBe(0);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  test("or whose part the provider failed to move is asked again with another key", async () => {
    const { order, chargeId } = await sold();
    api.stripe.disputeCharge(chargeId);
    const messages = api.stripe.webhooks.take();
    api.stripe.failNext(500, 500);
    expect(await shop.deliver(messages)).not.toContain(500);
    expect(await shareOf(order.orderIntent)).toBe(0);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });
});

describe("a dispute", () => {
  test("keeps the order from being refunded until it is decided", async () => {
    const { seller, order, chargeId, statusNow } = await sold();
    const dispute = api.stripe.disputeCharge(chargeId);
    expect((await refund(order.orderId, seller.userId)).failure.code).toBe("order_not_refundable");
    await shop.deliver();
    expect(await statusNow()).toBe("disputed");
    expect((await refund(order.orderId, seller.userId)).failure.code).toBe("order_not_refundable");
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    expect(await statusNow()).toBe("completed");
    expect((await refund(order.orderId, seller.userId)).status).toBe(200);
  });

  test("that is lost revokes the licence and takes the money back from the seller, once", async () => {
    const { chargeId, statusNow, holding } = await sold();
    await shop.deliver();
    const dispute = api.stripe.disputeCharge(chargeId);
    api.stripe.closeDispute(dispute.id, "lost");
    const messages = api.stripe.webhooks.take();
    await shop.deliver([...messages.toReversed(), ...messages]);
    expect(await statusNow()).toBe("refunded");
    expect((await holding())?.orders).toBe(0);
    const { charges, transfers } = api.services.payments.stripe;
    const charge = await charges.retrieve(chargeId);
    const transfer = await transfers.retrieve(String(charge.transfer));
    expect([transfer.reversed, transfer.reversals.data.length]).toEqual([true, 1]);
  });

  test("about a payment that isn't captured yet is processed once it is", async () => {
    const { seller: _seller, buyer, ...offered } = await shop.offer();
    const order = await shop.purchase(offered, buyer.userId);
    const { latest_charge } = await provider.paymentIntents.retrieve(order.orderIntent);
    api.stripe.webhooks.take();
    api.stripe.disputeBeforeCapture(String(latest_charge));
    const messages = api.stripe.webhooks.take();
    await expect(shop.deliver(messages)).rejects.toThrow(/isn't captured yet/);
    api.stripe.capture();
    expect(await shop.deliver(messages)).not.toContain(500);
    expect(await shareOf(order.orderIntent)).toBe(0);
  });

  test("that was won stays won, whatever comes late", async () => {
    const { chargeId, statusNow } = await sold();
    await shop.deliver();
    const dispute = api.stripe.disputeCharge(chargeId);
    const created = api.stripe.webhooks.take();
    await shop.deliver(created);
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    await shop.deliver(created);
    expect(await statusNow()).toBe("completed");
  });

  test("takes the money from the seller at once, who gets it again when it is won", async () => {
    const { order, chargeId } = await sold();
    expect(await shareOf(order.orderIntent)).toBe(1700);
    const dispute = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    expect(await shareOf(order.orderIntent)).toBe(0);
    api.stripe.closeDispute(dispute.id, "won");
    const messages = api.stripe.webhooks.take();
    await shop.deliver([...messages, ...messages.toReversed()]);
    expect(await shareOf(order.orderIntent)).toBe(1700);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  test("that was won after a refund can't be refunded twice, and one that follows takes back what was given again", async () => {
    const { seller, order, chargeId, statusNow } = await sold();
    const dispute = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual(["refunded", 0]);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  /** Each state of a dispute, what the order says then and what the seller has. */
  test.each([
    [["warning_needs_response"], "completed", 1700],
    [["warning_needs_response", "warning_under_review", "warning_closed"], "completed", 1700],
    [["warning_needs_response", "needs_response"], "disputed", 0],
    [["needs_response", "under_review"], "disputed", 0],
    [["needs_response", "under_review", "won"], "completed", 1700],
    [["needs_response", "lost"], "refunded", 0],
    [["needs_response", "lost", "appeal_needs_response", "appeal_under_review"], "refunded", 0],
    [["needs_response", "lost", "appeal_needs_response", "won"], "completed", 1700],
    [["needs_response", "lost", "appeal_needs_response", "lost"], "refunded", 0],
    [["prevented"], "refunded", 0],
    [["a_state_of_a_later_version"], "disputed", 0],
  ] as const)("in the states %j leaves the order %s and the seller with %i cents", async (states, status, share) => {
    const { order, chargeId, statusNow, holding } = await sold();
    await shop.deliver();
    const [first, ...later] = states;
    const { id } = api.stripe.disputeCharge(chargeId, first);
    for (const state of later) {
      await shop.deliver();
      api.stripe.moveDispute(id, state);
    }
    expect(new Set(await shop.deliver())).toEqual(new Set([200]));
    expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual([status, share]);
    expect((await holding())?.orders).toBe(status === "refunded" ? 0 : 1);
    expect((await ledgersOf(api)).differences).toEqual([]);
  });

  test("over a part takes that share from the seller, gives it again when it is won, and leaves the licence", async () => {
    const { seller, order, chargeId, statusNow, holding } = await sold();
    const dispute = api.stripe.disputeCharge(chargeId, "needs_response", 467);
    const states = [
      ["under_review", "disputed", 1360],
      ["lost", "completed", 1360],
      ["appeal_under_review", "completed", 1360],
      ["won", "completed", 1700],
    ] as const;
    for (const [state, status, share] of states) {
      api.stripe.moveDispute(dispute.id, state);
      await shop.deliver();
      expect([await statusNow(), await shareOf(order.orderIntent)]).toEqual([status, share]);
      expect((await holding())?.orders).toBe(1);
      expect((await ledgersOf(api)).differences).toEqual([]);
    }
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect(await shareOf(order.orderIntent)).toBe(0);
  });

  test.each([
    ["within an hour", -50],
    ["around the end of an hour", 100],
  ])("that is won is given back once by two messages %s", async (_, later) => {
    const { order, chargeId } = await sold();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.moveDispute(id, "won");
    api.stripe.webhooks.take();
    const hour = Math.ceil(api.services.now().getTime() / 3_600_000) * 3_600_000;
    const original = provider.transfers.create.bind(provider.transfers);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const create = vi.spyOn(provider.transfers, "create").mockImplementation((async (
      ...request: Parameters<typeof original>
    ) => {
      if (++waiting === 2) both.resolve();
      await both.promise;
      return original(...request);
    }) as never);
    const syncAt = (ms: number) => syncOrder({ ...api.services, now: () => new Date(hour + ms) }, order.orderId);
    await Promise.all([syncAt(-100), syncAt(later)]);
    create.mockRestore();
    expect((await readCharge(provider, order.orderIntent))?.transfers).toHaveLength(2);
    expect(await shareOf(order.orderIntent)).toBe(1700);
  });

  test("that was given back twice takes the excess from the seller", async () => {
    const { order, chargeId } = await sold();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.moveDispute(id, "won");
    await shop.deliver();
    const { transfers = [] } = (await readCharge(provider, order.orderIntent)) ?? {};
    const { currency = "", destination, transfer_group } = transfers[1] ?? {};
    const again = { amount: 1700, currency, destination: String(destination), transfer_group: String(transfer_group) };
    await provider.transfers.create(again);
    expect(await shareOf(order.orderIntent)).toBe(3400);
    await syncOrder(api.services, order.orderId);
    expect(await shareOf(order.orderIntent)).toBe(1700);
  });

  test("takes the seller's evidence once, until its deadline, which only the seller sees", async () => {
    const { seller, buyer, order, chargeId } = await sold();
    const { orderId } = order;
    const hand = (as: string) =>
      api.call(submitEvidence, { as, params: { orderId }, body: { evidenceText: "Downloaded at once." } });
    expect((await hand(seller.userId)).failure.code).toBe("evidence_not_awaited");
    const { id, evidence_details } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const shownTo = async (as: string) => (await api.call(readOrder, { as, params: { orderId } })).body.dispute;
    const evidenceDue = new Date((evidence_details.due_by ?? 0) * 1000).toISOString();
    expect(await shownTo(seller.userId)).toEqual({ status: "needs_response", evidenceDue });
    expect(await shownTo(buyer.userId)).toBeUndefined();
    expect((await hand(buyer.userId)).failure.code).toBe("forbidden");
    expect((await hand(seller.userId)).body).toEqual({ message: MESSAGES.evidenceSubmitted, expose: true });
    expect((await provider.disputes.retrieve(id)).evidence.uncategorized_text).toBe("Downloaded at once.");
    expect(await shownTo(seller.userId)).toEqual({ status: "under_review", evidenceDue: null });
    expect((await hand(seller.userId)).failure.code).toBe("evidence_not_awaited");
  });

  test("that is only an inquiry can be refunded", async () => {
    const { seller, order, chargeId } = await sold();
    api.stripe.disputeCharge(chargeId, "warning_needs_response");
    await shop.deliver();
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    await shop.deliver();
    expect((await ledgersOf(api)).differences).toEqual([]);
  });
});

describe("the provider's events", () => {
  test("count only with its signature over the very bytes that came", async () => {
    const { buyer, ...offered } = await shop.offer();
    const { body } = await shop.begin(offered, buyer.userId);
    await shop.pay(body.orderIntent);
    const message = api.stripe.webhooks.take().find(({ event }) => event.type === "payment_intent.succeeded");
    if (!message) throw new Error("Nothing was told");
    const send = (text: string, signature?: string) =>
      api.call(receiveEvent, {
        body: text,
        headers: { "content-type": "application/json", ...(signature ? { "stripe-signature": signature } : {}) },
      });
    for (const refused of [
      await send(message.body),
      await send(message.body, "t=1,v1=00"),
      await send(`${message.body} `, message.signature),
    ]) {
      expect([refused.status, refused.failure.code]).toEqual([400, "signature_invalid"]);
    }
    expect(await findHolding(api.services.table, { ...offered, buyerId: buyer.userId })).toMatchObject({ orders: 0 });
    expect((await send(message.body, message.signature)).body).toEqual({ received: true });
    expect(await findHolding(api.services.table, { ...offered, buyerId: buyer.userId })).toMatchObject({ orders: 1 });
    expect((await api.call(placeOrder, { as: buyer.userId, body })).status).toBe(201);
  });
});

test("a message counts with the secret of its own endpoint, and a key with fewer rights is one", async () => {
  const secrets = await startSecrets();
  const [before, webhookSecret] = [process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER, "whsec_ours"];
  const keys = { secretKey: "rk_test_few", webhookSecret, connectWebhookSecret: "whsec_sellers" };
  secrets.put("few", JSON.stringify(keys));
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = secrets.url;
  try {
    const { isSigned } = openPayments({ STRIPE_SECRET_ARN: "few", STRIPE_API_URL: "http://127.0.0.1" });
    const read = (secret: string, about: object = {}) => {
      const payload = JSON.stringify({ id: "evt_1", object: "event", ...about });
      return isSigned(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
    };
    expect(await read(webhookSecret)).toBe(true);
    expect(await read(keys.connectWebhookSecret)).toBe(false);
    expect(await read(keys.connectWebhookSecret, { account: "acct_1" })).toBe(true);
    expect(await read(webhookSecret, { account: "acct_1" })).toBe(false);
    expect(await read("whsec_another")).toBe(false);
  } finally {
    process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = before;
    await secrets.stop();
  }
});

describe("the mails of an order", () => {
  /** The mails that each side got since the last look, oldest first. */
  const mailsTo = async (...people: readonly { email: string }[]) => {
    await follow({ times: 2 });
    return people.map(({ email }) =>
      api
        .mails()
        .filter(({ to }) => to === email)
        .toReversed(),
    );
  };

  test("name to buyer and seller what was bought at which price, once, with links to order and certificate", async () => {
    const { seller, buyer, order } = await sold({ licenseUsage: "business", licenseCompany: "Bo & Daughters" });
    const [[receipt, ...moreReceipts] = [], [sale, ...moreSales] = []] = await mailsTo(buyer, seller);
    expect([moreReceipts, moreSales]).toEqual([[], []]);
    expect([receipt?.subject, sale?.subject]).toEqual([
      "Your license to “Dunes at noon”",
      "You sold a license to “Dunes at noon”",
    ]);
    for (const line of [
      "Personal License, version 1",
      "Given to: Bo & Daughters (Bo Buyer)",
      "Given by: Ada Painter",
    ]) {
      expect(receipt?.text).toContain(line);
      expect(sale?.text).toContain(line);
    }
    expect(receipt?.text).toContain("License price: $20.00\nService fee: $3.35\nYou paid: $23.35");
    expect(sale?.text).toContain("License price: $20.00\nSeller fee: −$3.00\nYou earned: $17.00");
    const page = `${api.services.siteOrigin}/orders/${order.orderId}`;
    for (const mail of [receipt, sale]) expect(new Set(mail?.links)).toEqual(new Set([page, `${page}/certificate`]));
  });

  test("notify both once of a refund, whoever made it", async () => {
    const { seller, buyer, order } = await sold();
    await mailsTo();
    await refund(order.orderId, seller.userId);
    await shop.deliver();
    const [[, refunded, ...more] = [], [, returned, ...others] = []] = await mailsTo(buyer, seller);
    expect([more, others]).toEqual([[], []]);
    expect(refunded?.text).toContain("Your payment of $23.35 goes back");
    expect(returned?.text).toContain("the $17.00 that you had earned");
  });

  test("tell the seller of a dispute and its deadline, and both of what became of a refund that failed", async () => {
    const { seller, buyer, order, chargeId } = await sold();
    const dispute = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const [, [, disputed] = []] = await mailsTo(buyer, seller);
    expect(disputed?.subject).toBe("The sale of “Dunes at noon” is disputed");
    expect(disputed?.text).toMatch(/until \d\d\/\d\d\/\d\d \d\d:\d\d UTC/);
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    for (const _ of [1, 2]) {
      await refund(order.orderId, seller.userId);
      await mailsTo();
      const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
      api.stripe.finishRefund(data[0]?.id ?? "", "failed");
      await shop.deliver();
      await mailsTo();
    }
    const subjects = (await mailsTo(buyer, seller)).map((mails) => mails.map(({ subject }) => subject));
    const back = ["Your money for “Dunes at noon” comes back", "“Dunes at noon” is licensed to you again"];
    expect(subjects[0]?.slice(1)).toEqual([...back, ...back]);
    const restored = "The sale of “Dunes at noon” stands again";
    expect(subjects[1]?.filter((subject) => subject === restored)).toHaveLength(2);
  });

  test("go to the holder of a free license, and not to its artist", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await given.order(artworkId, buyer.userId);
    const [received, told] = await mailsTo(buyer, artist);
    expect(received?.map(({ text }) => text.includes("Price: Free"))).toEqual([true]);
    expect(told).toEqual([]);
  });

  test("are tried again until they go out, unless they are refused for good", async () => {
    const { buyer } = await sold();
    const read = (error: Error) => {
      const mail = { ...api.services.mail, send: () => Promise.reject(error) };
      return followStream(MarketplaceTable.getName(), [(event) => mailOrders(event, { ...api.services, mail })])();
    };
    await expect(read(new Error("busy"))).rejects.toThrow("A record of the stream failed");
    await read(new MailRefused("no"));
    expect(await mailsTo(buyer)).toEqual([[]]);
  });
});
