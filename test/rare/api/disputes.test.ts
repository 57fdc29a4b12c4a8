import { describe, expect, test, vi } from "vitest";
import { syncOrder } from "#lambdas/areas/purchases/order/sync-order.ts";
import { readCharge } from "#lambdas/areas/purchases/stripe/read-charge.ts";
import { settleOrders } from "#lambdas/events/payments/settle-orders.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import { submitEvidence } from "#shared/contract/orders.ts";
import { readStatistics } from "#shared/contract/sales.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import { FIFTH, LEFT_SHARE, SALE } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();
const provider = api.provider;

/** Runs the scheduled function after everything unsettled is due. */
async function settleLater() {
  api.travel(LIFETIMES.longestSettlement);
  await actAs("settle-orders", () => settleOrders(api.services));
}

describe("a dispute", () => {
  test("prevents a refund until it is decided", async () => {
    const { seller, order, chargeId, statusNow } = await shop.createSale();
    const dispute = api.stripe.disputeCharge(chargeId);
    expect((await shop.refund(order.orderId, seller.userId)).failure.code).toBe("order_not_refundable");
    await shop.deliver();
    expect(await statusNow()).toBe("disputed");
    expect((await shop.refund(order.orderId, seller.userId)).failure.code).toBe("order_not_refundable");
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    expect(await statusNow()).toBe("completed");
    expect((await shop.refund(order.orderId, seller.userId)).status).toBe(200);
  });

  test("that is lost revokes the licence and reverses the seller's transfer, once", async () => {
    const { chargeId, statusNow, holding } = await shop.createSale();
    await shop.deliver();
    const dispute = api.stripe.disputeCharge(chargeId);
    api.stripe.closeDispute(dispute.id, "lost");
    const messages = api.stripe.webhooks.take();
    await shop.deliver([...messages.toReversed(), ...messages]);
    expect(await statusNow()).toBe("refunded");
    expect((await holding())?.orders).toBe(0);
    const { charges, transfers } = api.provider;
    const charge = await charges.retrieve(chargeId);
    const transfer = await transfers.retrieve(String(charge.transfer));
    expect([transfer.reversed, transfer.reversals.data.length]).toEqual([true, 1]);
  });

  test("of an uncaptured payment is processed once that is captured", async () => {
    const { seller: _seller, buyer, ...offered } = await shop.offer();
    const order = await shop.purchase(offered, buyer.userId);
    const { latest_charge } = await provider.paymentIntents.retrieve(order.orderIntent);
    api.stripe.webhooks.take();
    api.stripe.disputeBeforeCapture(String(latest_charge));
    const messages = api.stripe.webhooks.take();
    await expect(shop.deliver(messages)).rejects.toThrow(/isn't captured yet/);
    api.stripe.capture();
    expect(await shop.deliver(messages)).not.toContain(500);
    expect(await shop.getShare(order.orderIntent)).toBe(0);
  });

  test("that was won stays won after late events", async () => {
    const { chargeId, statusNow } = await shop.createSale();
    await shop.deliver();
    const dispute = api.stripe.disputeCharge(chargeId);
    const created = api.stripe.webhooks.take();
    await shop.deliver(created);
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    await shop.deliver(created);
    expect(await statusNow()).toBe("completed");
  });

  test("reverses the seller's share at once, and returns it when it is won", async () => {
    const { order, chargeId } = await shop.createSale();
    expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
    const dispute = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    expect(await shop.getShare(order.orderIntent)).toBe(0);
    api.stripe.closeDispute(dispute.id, "won");
    const messages = api.stripe.webhooks.take();
    await shop.deliver([...messages, ...messages.toReversed()]);
    expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("that was won leaves the order refundable, and the refund takes back the seller's share", async () => {
    const { seller, order, chargeId, statusNow } = await shop.createSale();
    const dispute = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual(["refunded", 0]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  /** States of a dispute, the order's status then and the seller's share. */
  test.each([
    [["warning_needs_response"], "completed", SALE.orderEarned],
    [["warning_needs_response", "warning_under_review", "warning_closed"], "completed", SALE.orderEarned],
    [["warning_needs_response", "needs_response"], "disputed", 0],
    [["needs_response", "under_review"], "disputed", 0],
    [["needs_response", "under_review", "won"], "completed", SALE.orderEarned],
    [["needs_response", "lost"], "refunded", 0],
    [["needs_response", "lost", "appeal_needs_response", "appeal_under_review"], "refunded", 0],
    [["needs_response", "lost", "appeal_needs_response", "won"], "completed", SALE.orderEarned],
    [["needs_response", "lost", "appeal_needs_response", "lost"], "refunded", 0],
    [["prevented"], "refunded", 0],
    [["a_state_of_a_later_version"], "disputed", 0],
  ] as const)("in the states %j leaves the order %s and the seller with %i cents", async (states, status, share) => {
    const { order, chargeId, statusNow, holding } = await shop.createSale();
    await shop.deliver();
    const [first, ...later] = states;
    const { id } = api.stripe.disputeCharge(chargeId, first);
    for (const state of later) {
      await shop.deliver();
      api.stripe.moveDispute(id, state);
    }
    expect(new Set(await shop.deliver())).toEqual(new Set([200]));
    expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual([status, share]);
    expect((await holding())?.orders).toBe(status === "refunded" ? 0 : 1);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("of a part reverses that share of the seller's, returns it when it is won, and leaves the licence", async () => {
    const { seller, order, chargeId, statusNow, holding } = await shop.createSale();
    const dispute = api.stripe.disputeCharge(chargeId, "needs_response", FIFTH);
    const states = [
      ["under_review", "disputed", LEFT_SHARE],
      ["lost", "completed", LEFT_SHARE],
      ["appeal_under_review", "completed", LEFT_SHARE],
      ["won", "completed", SALE.orderEarned],
    ] as const;
    for (const [state, status, share] of states) {
      api.stripe.moveDispute(dispute.id, state);
      await shop.deliver();
      expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual([status, share]);
      expect((await holding())?.orders).toBe(1);
      expect((await readLedgers(api)).differences).toEqual([]);
    }
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect(await shop.getShare(order.orderIntent)).toBe(0);
  });

  test.each([
    ["within an hour", -50],
    ["around the end of an hour", 100],
  ])("that is won returns the share once for two events %s", async (_, later) => {
    const { order, chargeId } = await shop.createSale();
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
    expect((await readCharge(api.services.payments, order.orderIntent))?.transfers).toHaveLength(2);
    expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
  });

  test("that is won while the seller's account is restricted returns the share once it isn't", async () => {
    const { seller, order, chargeId, itemNow } = await shop.createSale();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.submitDetails(seller.stripeId, ["identity"]);
    api.stripe.moveDispute(id, "won");
    expect(await shop.deliver()).not.toContain(500);
    expect([await shop.getShare(order.orderIntent), (await itemNow())?.unsettled]).toEqual([0, true]);
    api.stripe.submitDetails(seller.stripeId);
    await shop.deliver();
    await settleLater();
    expect([await shop.getShare(order.orderIntent), (await itemNow())?.unsettled]).toEqual([
      SALE.orderEarned,
      undefined,
    ]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("whose share was returned twice has the excess reversed", async () => {
    const { order, chargeId } = await shop.createSale();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.moveDispute(id, "won");
    await shop.deliver();
    const { transfers = [] } = (await readCharge(api.services.payments, order.orderIntent)) ?? {};
    const { currency = "", destination, transfer_group } = transfers[1] ?? {};
    const again = {
      amount: SALE.orderEarned,
      currency,
      destination: String(destination),
      transfer_group: String(transfer_group),
    };
    await provider.transfers.create(again);
    expect(await shop.getShare(order.orderIntent)).toBe(2 * SALE.orderEarned);
    await syncOrder(api.services, order.orderId);
    expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
  });

  test("accepts the seller's evidence once, and shows its deadline to the seller only", async () => {
    const { seller, buyer, order, chargeId } = await shop.createSale();
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

  const PDF = Buffer.from("%PDF-1.7 terms").toString("base64");
  const LARGE = Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(1_700_000)]).toString("base64");
  const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]).toString("base64");

  test("takes the seller's files, by Stripe's names for them", async () => {
    const { seller, order, chargeId } = await shop.createSale();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const body = {
      evidenceText: "Downloaded at once.",
      evidenceFiles: [
        { kind: "service_documentation", fileContent: PDF },
        { kind: "uncategorized_file", fileContent: JPEG },
      ],
    };
    const call = { as: seller.userId, params: { orderId: order.orderId }, body };
    // The first call gets no answer, so that it is repeated.
    const hanging = vi.spyOn(provider.disputes, "update").mockRejectedValueOnce(new Error("No answer"));
    await expect(api.call(submitEvidence, call)).rejects.toThrow("No answer");
    hanging.mockRestore();
    expect((await api.call(submitEvidence, call)).status).toBe(200);
    const { evidence, evidence_details, status } = await provider.disputes.retrieve(id);
    expect([status, evidence_details.submission_count]).toEqual(["under_review", 1]);
    expect([evidence.uncategorized_text, evidence.customer_communication]).toEqual(["Downloaded at once.", null]);
    expect([evidence.service_documentation, evidence.uncategorized_file]).toEqual([
      expect.stringMatching(/^file_/),
      expect.stringMatching(/^file_/),
    ]);
  });

  test("leaves out files of an earlier call that wasn't submitted", async () => {
    const { seller, order, chargeId } = await shop.createSale();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const send = (...evidenceFiles: object[]) =>
      api.call(submitEvidence, {
        as: seller.userId,
        params: { orderId: order.orderId },
        body: { evidenceText: "Downloaded at once.", evidenceFiles },
      });
    const update = provider.disputes.update.bind(provider.disputes);
    const hanging = vi.spyOn(provider.disputes, "update").mockImplementation((async (
      ...sent: Parameters<typeof update>
    ) => {
      if (sent[1]?.submit) throw new Error("No answer");
      return update(...sent);
    }) as never);
    const wrong = { kind: "uncategorized_file", fileContent: PDF };
    await expect(send(wrong)).rejects.toThrow("No answer");
    hanging.mockRestore();
    expect((await send({ kind: "service_documentation", fileContent: PDF })).status).toBe(200);
    const { evidence } = await provider.disputes.retrieve(id);
    expect([evidence.uncategorized_file, evidence.service_documentation]).toEqual([
      null,
      expect.stringMatching(/^file_/),
    ]);
  });

  test.each([
    [
      "a file that isn't what banks take",
      [{ kind: "uncategorized_file", fileContent: "R0lGODlh" }],
      MESSAGES.evidenceFormat,
    ],
    ["a file that isn't base64", [{ kind: "uncategorized_file", fileContent: "JVBERi0 \n" }], MESSAGES.evidenceFormat],
    [
      "files that are too large together",
      [
        { kind: "uncategorized_file", fileContent: LARGE },
        { kind: "service_documentation", fileContent: LARGE },
      ],
      MESSAGES.evidenceTooLarge,
    ],
    [
      "two files of a kind",
      [
        { kind: "uncategorized_file", fileContent: PDF },
        { kind: "uncategorized_file", fileContent: JPEG },
      ],
      MESSAGES.invalid,
    ],
  ])("takes no evidence with %s", async (_, evidenceFiles, message) => {
    const { seller, order, chargeId } = await shop.createSale();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const body = { evidenceText: "Downloaded at once.", evidenceFiles };
    const { status, failure } = await api.call(submitEvidence, {
      as: seller.userId,
      params: { orderId: order.orderId },
      body,
    });
    expect([status, Object.values(failure.fields ?? {})]).toEqual([400, [message]]);
    expect((await provider.disputes.retrieve(id)).evidence_details.has_evidence).toBe(false);
  });

  test("isn't answered if Stripe refuses a file, so that the answer can be sent with another", async () => {
    const { seller, order, chargeId } = await shop.createSale();
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const sent = (evidenceFiles: object[]) => ({
      as: seller.userId,
      params: { orderId: order.orderId },
      body: { evidenceText: "Downloaded at once.", evidenceFiles },
    });
    api.stripe.failNext(400);
    const refused = await api.call(submitEvidence, sent([{ kind: "uncategorized_file", fileContent: PDF }]));
    expect([refused.status, refused.failure.code]).toEqual([409, "evidence_files_refused"]);
    expect((await provider.disputes.retrieve(id)).status).toBe("needs_response");
    const taken = await api.call(submitEvidence, sent([{ kind: "uncategorized_file", fileContent: JPEG }]));
    expect(taken.status).toBe(200);
    expect((await provider.disputes.retrieve(id)).status).toBe("under_review");
  });

  test("that is only an inquiry can be refunded", async () => {
    const { seller, order, chargeId } = await shop.createSale();
    api.stripe.disputeCharge(chargeId, "warning_needs_response");
    await shop.deliver();
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    await shop.deliver();
    expect((await readLedgers(api)).differences).toEqual([]);
  });
});

test.each(["won", "lost", undefined] as const)(
  "the ledger stays consistent if a partially refunded payment is disputed completely: %s",
  async (end) => {
    const { seller, buyer, order, chargeId, statusNow } = await shop.createSale();
    const { id, amount } = api.stripe.disputeCharge(chargeId, "warning_needs_response");
    await provider.refunds.create({ charge: chargeId, amount: 100, reverse_transfer: true });
    api.stripe.moveDispute(id, "needs_response");
    await shop.deliver();
    expect([await statusNow(), (await readLedgers(api)).differences]).toEqual(["disputed", []]);
    const { body } = await api.call(readOrder, { as: buyer.userId, params: { orderId: order.orderId } });
    expect(body.orderReturned).toBe(amount + 100);
    const sales = { as: seller.userId, params: { userId: seller.userId, display: "sales" as const } };
    expect((await api.call(readStatistics, sales)).body.amount).toBe(0);
    if (!end) return;
    api.stripe.moveDispute(id, "under_review");
    api.stripe.moveDispute(id, end);
    await shop.deliver();
    await settleLater();
    expect([await statusNow(), (await readLedgers(api)).differences]).toEqual([
      end === "won" ? "completed" : "refunded",
      [],
    ]);
    // After the decision the bank has at most the rest of the refund.
    const { body: after } = await api.call(readOrder, { as: buyer.userId, params: { orderId: order.orderId } });
    expect(after.orderReturned).toBe(end === "won" ? 100 : amount);
  },
);

describe("a seller whose balance is paid out", () => {
  /** Another sale adds money to the balance. */
  async function sellAgain({ offered }: Pick<Awaited<ReturnType<typeof shop.createSale>>, "offered">) {
    await shop.purchase(offered, (await given.user()).userId);
    api.stripe.capture();
    await shop.deliver();
  }

  test("doesn't prevent a dispute from being recorded and answered, and pays their share once they can", async () => {
    const sale = await shop.createSale();
    const { seller, order, chargeId, statusNow, itemNow } = sale;
    api.stripe.payOut(seller.stripeId);
    const { id } = api.stripe.disputeCharge(chargeId);
    expect(await shop.deliver()).not.toContain(500);
    expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual(["disputed", SALE.orderEarned]);
    expect((await itemNow())?.unsettled).toBe(true);
    expect((await readLedgers(api)).differences).toEqual([]);
    const call = { as: seller.userId, params: { orderId: order.orderId }, body: { evidenceText: "Delivered" } };
    expect((await api.call(submitEvidence, call)).status).toBeLessThan(300);
    await sellAgain(sale);
    await settleLater();
    expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual(["disputed", 0]);
    expect((await itemNow())?.unsettled).toBeUndefined();
    api.stripe.moveDispute(id, "lost");
    await shop.deliver();
    expect([await statusNow(), await shop.getShare(order.orderIntent)]).toEqual(["refunded", 0]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("doesn't prevent a refund after a won dispute from revoking the licence", async () => {
    const sale = await shop.createSale();
    const { seller, order, chargeId, statusNow, holding } = sale;
    const { id } = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    api.stripe.moveDispute(id, "won");
    await shop.deliver();
    api.stripe.payOut(seller.stripeId);
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect([await statusNow(), (await holding())?.orders]).toEqual(["refunded", 0]);
    expect(await shop.getShare(order.orderIntent)).toBe(SALE.orderEarned);
    await sellAgain(sale);
    await settleLater();
    expect(await shop.getShare(order.orderIntent)).toBe(0);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("or whose share the provider failed to reverse is retried later", async () => {
    const { order, chargeId } = await shop.createSale();
    api.stripe.disputeCharge(chargeId);
    const messages = api.stripe.webhooks.take();
    api.stripe.failNext(500, 500);
    expect(await shop.deliver(messages)).not.toContain(500);
    await settleLater();
    expect(await shop.getShare(order.orderIntent)).toBe(0);
    expect((await readLedgers(api)).differences).toEqual([]);
  });
});
