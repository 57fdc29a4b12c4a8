import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { blockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findCasesAbout, queryCases } from "#lambdas/areas/cases/find-cases.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { syncOrder } from "#lambdas/areas/purchases/order/sync-order.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { issueOrderDocuments } from "#lambdas/events/streams/issue-order-documents.ts";
import { mailDecisions } from "#lambdas/events/streams/mail-decisions.ts";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { trackOrderCases } from "#lambdas/events/streams/track-order-cases.ts";
import {
  decideCase,
  decideOrder,
  listCases,
  listLog,
  previewCaseMails,
  previewOrderMails,
  readCase,
  readOrderLedger,
  readOrderRecord,
  readOrderRecordDocument,
  reopenCase,
  searchOrders,
  takeCase,
} from "#shared/contract/admin.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import { makeOffer, startThread } from "#shared/contract/messages.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { createIntent, submitEvidence } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { OPERATOR_PERMISSIONS } from "#shared/model/operator.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { billing, personalLicense, pricedArtwork } from "#test/support/given.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { createOperators } from "#test/support/operators.ts";
import { startShop } from "#test/support/purchasing.ts";
import { SALE } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();
const { table } = api.services;
const provider = api.provider;
const people = createAccounts(api);
const operators = createOperators(api, people);

type Operator = Awaited<ReturnType<typeof operators.createOperator>>;
type Sale = Awaited<ReturnType<typeof shop.createSale>>;

const REASON = "The card's bank reported this payment as fraud.";

let clerk: Operator;
let other: Operator;

beforeEach(async () => {
  clerk = await operators.createOperator(["finance"]);
  other = await operators.createOperator(["finance"]);
  await settle();
});

const follow = createStreamProcessor(process.env.TABLE_NAME ?? "", [
  (event) => notify(event, api.services),
  (event) => mailOrders(event, api.services),
  (event) => trackOrderCases(event, api.services),
  (event) => mailDecisions(event, api.services),
  (event) => issueOrderDocuments(event, api.services),
]);

/** Delivers the provider's webhooks, then everything that follows from them, each twice. */
async function settle() {
  expect(await shop.deliver()).not.toContain(500);
  await follow({ times: 2 });
  await api.processEvents();
}

const look = ({ order }: Pick<Sale, "order">, { token }: Operator) =>
  api.call(readOrderRecord, { token, params: { orderId: order.orderId }, query: { reason: "payment_problem" } });

const readVersion = async (sale: Sale) => (await look(sale, clerk)).body.version;

interface Sent {
  readonly action?: "refund" | "send_evidence";
  readonly reason?: string;
  readonly evidenceText?: string;
  readonly version?: string;
}

/** An action on the order's page, on its present state unless said otherwise. */
async function act(sale: Sale, { token }: Operator, { action = "refund", reason = REASON, ...sent }: Sent = {}) {
  const version = sent.version ?? (await readVersion(sale));
  const body = { action, reason, version, ...(sent.evidenceText ? { evidenceText: sent.evidenceText } : {}) };
  return api.call(decideOrder, { token, params: { orderId: sale.order.orderId }, body });
}

const countRefunds = async ({ order }: Sale) =>
  (await provider.refunds.list({ payment_intent: order.orderIntent })).data.length;

const findOnlyCase = async ({ order }: Pick<Sale, "order">) => {
  const [item, ...others] = await findCasesAbout(table, order.orderId);
  expect(others).toEqual([]);
  if (!item) throw new Error("No case");
  return item;
};

const listMails = (to: string) => api.mails().filter((mail) => mail.to === to);

async function createDispute(status?: Parameters<typeof api.stripe.disputeCharge>[1]) {
  const sale = await shop.createSale();
  await settle();
  const dispute = api.stripe.disputeCharge(sale.chargeId, status);
  await settle();
  return { sale, dispute, caseId: (await findOnlyCase(sale)).caseId };
}

async function createWarning() {
  const sale = await shop.createSale();
  await settle();
  api.stripe.warnOfFraud(sale.chargeId);
  await settle();
  return { sale, caseId: (await findOnlyCase(sale)).caseId };
}

const readItem = (caseId: string, { token }: Operator) => api.call(readCase, { token, params: { caseId } });

/** Decides a case about its order's present state. */
async function decide(caseId: string, action: string, { token }: Operator, more: object = {}) {
  const { body } = await api.call(readCase, { token, params: { caseId } });
  const version = body.order ? { orderVersion: body.order.version } : {};
  const sent: Record<string, unknown> = { action, reason: REASON, expected: "open", ...version, ...more };
  return api.call(decideCase, { token, params: { caseId }, body: sent as never });
}

describe("an order", () => {
  test("is found by its number, id, links and payment, and by nothing else", async () => {
    const { order, buyer, seller } = await shop.createSale();
    const find = async (q: string) =>
      (await api.call(searchOrders, { token: clerk.token, body: { q, reason: "payment_problem" } })).body.items;
    const { orderId, orderIntent } = order;
    for (const q of [
      orderId,
      formatOrderNumber(orderId),
      formatOrderNumber(orderId).toLowerCase().replace("-", " "),
      `http://localhost:3000/orders/${orderId}`,
      `/admin/orders/${orderId}`,
      orderIntent,
    ])
      expect(await find(q)).toMatchObject([
        { orderId, buyer: { id: buyer.userId }, seller: { id: seller.userId }, spent: SALE.orderSpent },
      ]);
    for (const q of [api.services.newId(), "00000-00000", "pi_none", "somebody"]) expect(await find(q)).toEqual([]);
  });

  test("shows payment, licence, documents, movements and both sides, and the look is in the log", async () => {
    const sale = await shop.createSale();
    await settle();
    const { status, body } = await look(sale, clerk);
    const { orderSpent: spent, orderEarned: earned, orderFee: fee } = SALE;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      orderId: sale.order.orderId,
      status: "completed",
      buyer: { person: { id: sale.buyer.userId } },
      seller: { person: { id: sale.seller.userId } },
      paymentId: sale.order.orderIntent,
      amounts: { spent, earned, fee },
      returned: { spent: 0, earned: 0, fee: 0 },
      licenses: [{ valid: true, assignee: "Bo Buyer", assignor: "Ada Painter" }],
      movements: [{ kind: "payment", spent, earned, fee }],
      documents: [{ nth: 1, kind: "receipt" }],
      dispute: null,
      refund: null,
      refundable: true,
      evidenceDraft: null,
      cases: [],
    });
    const query = { who: clerk.userId, target: sale.order.orderId, reason: "security" } as const;
    const { items } = (await api.call(listLog, { token: clerk.token, query })).body;
    expect(items).toMatchObject([{ event: "order.read", outcome: "done", reason: "payment_problem" }]);
    const document = await api.call(readOrderRecordDocument, {
      token: clerk.token,
      params: { orderId: sale.order.orderId, nth: "1" },
      query: { reason: "payment_problem" },
    });
    expect(document.status).toBe(200);
  });

  test("of blocked artwork has its picture by signed links, alone, in the search and in its cases", async () => {
    const { sale, caseId } = await createWarning();
    await blockArtwork(api.services, sale.offered.artworkId, "artwork");
    const body = { q: sale.order.orderId, reason: "payment_problem" } as const;
    const found = (await api.call(searchOrders, { token: clerk.token, body })).body.items;
    const detail = (await readItem(caseId, clerk)).body;
    const pictures = [(await look(sale, clerk)).body, ...found, detail, detail.order].map((shown) => shown?.picture);
    expect(pictures).toHaveLength(4);
    for (const picture of pictures)
      for (const { avif, webp, jpeg } of picture?.previews ?? [])
        for (const link of [avif, webp, jpeg]) expect(link).toContain("X-Amz-Signature=");
  });

  test("is compared with Stripe, and its page opens while Stripe is away", async () => {
    const sale = await shop.createSale();
    await settle();
    const params = { orderId: sale.order.orderId };
    const compare = (query: object = { reason: "payment_problem" }) =>
      api.call(readOrderLedger, { token: clerk.token, params, query: { ...query } as never });
    expect((await compare({})).failure.fields).toEqual({ reason: MESSAGES.required });
    const booked = { spent: SALE.orderSpent, earned: SALE.orderEarned, fee: SALE.orderFee };
    expect((await compare()).body).toEqual({ booked, atProvider: booked, unsettled: false, problem: null });
    await provider.refunds.create({ payment_intent: sale.order.orderIntent, amount: 100 });
    expect((await compare()).body.problem).toMatch(/^completed, booked/);
    await settle();
    expect((await compare()).body.problem).toBeNull();
    const away = new Stripe.errors.StripeConnectionError({ message: "No answer", type: "api_error" } as never);
    const retrieve = vi.spyOn(provider.paymentIntents, "retrieve").mockRejectedValue(away);
    await expect(compare()).rejects.toThrow("No answer");
    expect((await look(sale, clerk)).status).toBe(200);
    retrieve.mockRestore();
    const query = { target: sale.order.orderId, event: "order.read_ledger", reason: "security" };
    const { items } = (await api.call(listLog, { token: clerk.token, query })).body;
    expect(items.at(-1)).toMatchObject({ who: clerk.userId, reason: "payment_problem" });
  });

  test("that is free has nothing to compare or to refund", async () => {
    const { artworkId } = await given.artwork((await given.user()).userId);
    const order = await given.order(artworkId, (await given.user()).userId);
    const params = { orderId: order.orderId };
    const { body } = await api.call(readOrderRecord, { token: clerk.token, params, query: { reason: "security" } });
    expect([body.refundable, body.paymentId, body.movements]).toEqual([false, null, []]);
    const ledger = (await api.call(readOrderLedger, { token: clerk.token, params, query: { reason: "security" } }))
      .body;
    expect([ledger.atProvider, ledger.problem]).toEqual([null, null]);
    const sent = { action: "refund", reason: REASON, version: body.version } as const;
    const refused = await api.call(decideOrder, { token: clerk.token, params, body: sent });
    expect(refused.failure.code).toBe("order_not_refundable");
  });
});

describe("a refund on the seller's behalf", () => {
  test("tells both sides the previewed reason by mail, notice and on the order's page, and the books agree", async () => {
    const sale = await shop.createSale();
    await settle();
    const { orderId } = sale.order;
    const draft = { action: "refund", reason: REASON } as const;
    const readMails = (version: string) =>
      api.call(previewOrderMails, { token: clerk.token, params: { orderId }, body: { ...draft, version } });
    expect((await readMails("0123456789abcdef")).failure.code).toBe("order_changed");
    const preview = await readMails((await look(sale, clerk)).body.version);
    const { status, body } = await act(sale, clerk);
    expect([status, body.status, body.refundable]).toEqual([200, "refunded", false]);
    expect(body.refund).toMatchObject({ by: { id: clerk.userId }, reason: REASON });
    await settle();
    expect(preview.body.mails.map(({ to }) => to)).toEqual(["buyer", "seller"]);
    for (const { to, subject, text } of preview.body.mails) {
      const sent = listMails(sale[to === "buyer" ? "buyer" : "seller"].email).filter(
        (mail) => mail.subject === subject,
      );
      expect(sent.map((mail) => mail.text)).toEqual([text]);
      expect(text).toContain(REASON);
    }
    const { buyer, seller } = sale;
    for (const [userId, isSale] of [
      [buyer.userId, undefined],
      [seller.userId, true],
    ] as const) {
      const { items } = (await api.call(previousNotifications, { as: userId, params: { userId } })).body;
      const told = items.filter(({ refund }) => refund);
      expect(told.map((notice) => [notice.ref, notice.refund, notice.isSale])).toEqual([[orderId, "whole", isSale]]);
      const shown = (await api.call(readOrder, { as: userId, params: { orderId } })).body;
      expect(shown.orderRefundReason).toBe(REASON);
    }
    expect((await readLedgers(api)).differences).toEqual([]);
    const { items } = (
      await api.call(listLog, {
        token: clerk.token,
        query: { reason: "security", target: orderId, event: "order.refund" },
      })
    ).body;
    expect(items).toMatchObject([{ who: clerk.userId, reason: REASON, outcome: "done" }]);
  });

  test("by the seller names no operator and no reason", async () => {
    const sale = await shop.createSale();
    await settle();
    await shop.refund(sale.order.orderId, sale.seller.userId);
    await settle();
    const { seller, order } = sale;
    const shown = (await api.call(readOrder, { as: seller.userId, params: { orderId: order.orderId } })).body;
    expect(shown.orderRefundReason).toBeUndefined();
    const { items } = (await api.call(previousNotifications, { as: seller.userId, params: seller })).body;
    expect(items.filter(({ refund }) => refund)).toEqual([]);
  });

  test("that is repeated after a lost answer succeeds without another refund; anybody else's is refused", async () => {
    const sale = await shop.createSale();
    const version = await readVersion(sale);
    expect((await act(sale, clerk, { version })).status).toBe(200);
    expect((await act(sale, clerk, { version })).status).toBe(200);
    expect((await act(sale, clerk, { version, reason: "Other" })).failure.code).toBe("order_already_refunded");
    expect((await act(sale, other, { version })).failure.code).toBe("order_already_refunded");
    expect(await countRefunds(sale)).toBe(1);
  });

  test("happens once for two operators and the seller at the same moment", async () => {
    const sale = await shop.createSale();
    const version = await readVersion(sale);
    const answers = await Promise.all([
      act(sale, clerk, { version }),
      act(sale, other, { version, reason: "Double payment" }),
      shop.refund(sale.order.orderId, sale.seller.userId),
    ]);
    expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await settle();
    expect([await countRefunds(sale), await sale.statusNow()]).toEqual([1, "refunded"]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test.each([
    ["before the refund", false],
    ["after it", true],
  ])("can be repeated if Stripe hangs %s", async (_, isDone) => {
    const sale = await shop.createSale();
    await settle();
    const create = provider.refunds.create.bind(provider.refunds);
    const hanging = vi.spyOn(provider.refunds, "create").mockImplementationOnce((async (form: never) => {
      if (isDone) await create(form);
      throw new Stripe.errors.StripeConnectionError({ message: "No answer", type: "api_error" } as never);
    }) as never);
    await expect(act(sale, clerk)).rejects.toThrow("No answer");
    hanging.mockRestore();
    if (!isDone) expect(await sale.statusNow()).toBe("completed");
    expect((await act(sale, clerk)).body.status).toBe("refunded");
    await settle();
    expect(await countRefunds(sale)).toBe(1);
    expect(listMails(sale.buyer.email).filter(({ text }) => text.includes(REASON))).toHaveLength(1);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("is refused while the bank decides, while a refund is pending, and for a changed order", async () => {
    const { sale } = await createDispute();
    expect((await act(sale, clerk)).failure).toMatchObject({
      code: "order_disputed",
      message: MESSAGES.orderDisputed,
    });

    const pending = await shop.createSale();
    await settle();
    api.stripe.holdNextRefund();
    await shop.refund(pending.order.orderId, pending.seller.userId);
    expect((await look(pending, clerk)).body.refundable).toBe(false);
    expect((await act(pending, clerk)).failure.code).toBe("order_refund_pending");
    expect(await countRefunds(pending)).toBe(1);

    const changed = await shop.createSale();
    await settle();
    const version = await readVersion(changed);
    await provider.refunds.create({ payment_intent: changed.order.orderIntent, amount: 100 });
    await settle();
    expect((await act(changed, clerk, { version })).failure.code).toBe("order_changed");
    expect((await act(changed, clerk)).body.status).toBe("refunded");
  });

  test("is refused to an operator who bought or sold it", async () => {
    const sale = await shop.createSale();
    await table.send(OrderEntity.build(UpdateItemCommand).item({ orderId: sale.order.orderId, buyerId: clerk.userId }));
    const { status, failure } = await act(sale, clerk);
    expect([status, failure.code]).toEqual([403, "order_own"]);
    expect(await countRefunds(sale)).toBe(0);
  });

  test("is refused for a closed seller, and leaves no reason behind if Stripe refuses it", async () => {
    const closed = await shop.createSale();
    await settle();
    const { userId } = closed.seller;
    await table.send(UserEntity.build(UpdateItemCommand).item({ userId, deactivatedAt: "2026-11-01T00:00:00.000Z" }));
    expect((await act(closed, clerk)).failure.code).toBe("order_seller_closed");

    const uncovered = await shop.createSale();
    await settle();
    api.stripe.payOut(uncovered.seller.stripeId);
    expect((await act(uncovered, clerk)).failure.code).toBe("seller_uncovered");
    expect((await look(uncovered, clerk)).body.refund).toBeNull();
  });
});

describe("a refund that comes back", () => {
  test("takes the operators' reason with it, so that it isn't told again", async () => {
    const sale = await shop.createSale();
    await settle();
    expect((await act(sale, clerk)).body.status).toBe("refunded");
    await settle();
    const { data } = await provider.refunds.list({ payment_intent: sale.order.orderIntent });
    api.stripe.finishRefund(data[0]?.id ?? "", "failed");
    await settle();
    const { status, refund, refundable } = (await look(sale, clerk)).body;
    expect([status, refund, refundable]).toEqual(["completed", null, true]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });
});

describe("a refund that comes back after its license was sold again", () => {
  const lastRefund = async ({ order }: Pick<Sale, "order">) => {
    const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
    return data[0]?.id ?? "";
  };

  /** An offer of works to a new buyer, and the beginning of its payment. */
  async function offer(seller: Sale["seller"], artworkIds: readonly string[], offerExclusive = true) {
    const { userId } = await given.user();
    const asked = { subject: "artwork", subjectId: artworkIds[0] ?? "", messageContent: "For me alone?" };
    const { threadId } = (await api.call(startThread, { as: userId, body: asked })).body;
    const offerItems = artworkIds.map((artworkId) => ({ artworkId, ...personalLicense, offerPrice: 500 }));
    const body = { offerItems, offerDays: 7, offerExclusive };
    const { offerId } = (await api.call(makeOffer, { as: seller.userId, params: { threadId }, body })).body;
    const begin = () => api.call(createIntent, { as: userId, params: { userId }, body: { offerId, billing } });
    return { userId, begin };
  }

  async function createExclusiveSale() {
    const { seller, buyer: _first, ...offered } = await shop.offer();
    const { userId, begin } = await offer(seller, [offered.artworkId]);
    const { orderIntent } = (await begin()).body;
    await shop.pay(orderIntent);
    const order = (await shop.place(orderIntent, userId)).body;
    api.stripe.capture();
    await settle();
    expect((await shop.refund(order.orderId, seller.userId)).status).toBe(200);
    await settle();
    return { seller, offered, order: { ...order, orderIntent }, userId };
  }

  async function expectRefundFromQueue({ order }: Pick<Sale, "order">, buyerId: string) {
    const buyer = await findUser(table, buyerId);
    if (!buyer) throw new Error("No buyer");
    const found = (await findCasesAbout(table, order.orderId)).filter(({ kind }) => kind === "failed_refund");
    expect(found).toHaveLength(1);
    const caseId = found[0]?.caseId ?? "";
    const { body } = await readItem(caseId, clerk);
    expect([body.status, body.actions, body.order?.refundable]).toEqual(["open", ["refund", "close"], true]);
    expect(body.order?.returned.spent).toBe(0);
    const subject = `The refund of order ${formatOrderNumber(order.orderId)} failed`;
    const mailed = listMails(process.env.OPERATORS_MAIL ?? "").filter((mail) => mail.subject === subject);
    expect(mailed.map(({ links }) => links[0])).toEqual([`http://localhost:3000/admin/queue/${caseId}`]);
    const shown = await api.call(readOrder, { as: buyerId, params: { orderId: order.orderId } });
    expect([shown.body.status, shown.body.orderReturned]).toEqual(["refunded", 0]);
    const told = listMails(buyer.email).filter((mail) => mail.subject.includes("came back to us"));
    expect(told).toHaveLength(1);
    const before = listMails(buyer.email).length;
    expect((await decide(caseId, "refund", clerk)).status).toBe(200);
    await settle();
    const repeated = await decide(caseId, "refund", clerk);
    expect(repeated.status).toBe(200);
    await settle();
    const after = (await readItem(caseId, clerk)).body;
    expect([after.status, after.outcome, after.order?.refundable]).toEqual(["closed", "refund", false]);
    expect(after.order?.returned.spent).toBe(after.order?.amounts.spent);
    expect(listMails(buyer.email)).toHaveLength(before + 1);
    expect((await readLedgers(api)).differences).toEqual([]);
  }

  test("is no item if the refund of an order of several works succeeds", async () => {
    const { seller, buyer: _first, ...offered } = await shop.offer();
    const second = await given.artwork(seller.userId, { ...pricedArtwork, artworkTitle: "Reeds" });
    const { userId, begin } = await offer(seller, [offered.artworkId, second.artworkId], false);
    const { orderIntent } = (await begin()).body;
    await shop.pay(orderIntent);
    const order = (await shop.place(orderIntent, userId)).body;
    api.stripe.capture();
    await settle();
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    await settle();
    const orderIds = order.items?.map(({ license }) => license.orderId) ?? [];
    expect(orderIds).toHaveLength(2);
    for (const orderId of orderIds) expect(await findCasesAbout(table, orderId)).toEqual([]);
  });

  test("is an item of the queue, refunded from there once, if its buyer bought it again", async () => {
    const sale = await shop.createSale();
    await settle();
    await shop.refund(sale.order.orderId, sale.seller.userId);
    await settle();
    await shop.purchase(sale.offered, sale.buyer.userId);
    api.stripe.finishRefund(await lastRefund(sale), "failed");
    await settle();
    await expectRefundFromQueue(sale, sale.buyer.userId);
    expect((await provider.refunds.list({ payment_intent: sale.order.orderIntent })).data).toHaveLength(2);
  });

  /** A sale whose buyer has bought it again, and whose refund then fails. */
  async function createUnlicensedSale(failsWhile: (sale: Sale) => Promise<unknown> = async () => {}) {
    const sale = await shop.createSale();
    await settle();
    await shop.refund(sale.order.orderId, sale.seller.userId);
    await settle();
    await shop.purchase(sale.offered, sale.buyer.userId);
    await failsWhile(sale);
    api.stripe.finishRefund(await lastRefund(sale), "failed");
    await settle();
    return { sale, caseId: (await findOnlyCase(sale)).caseId };
  }

  test("is told to both sides as refunded, with the reason, once its second refund isn't pending any more", async () => {
    const { sale, caseId } = await createUnlicensedSale();
    api.stripe.holdNextRefund();
    expect((await decide(caseId, "refund", clerk)).body.outcome).toBe("refund");
    await settle();
    const countTold = () =>
      [sale.buyer, sale.seller].map(({ email }) => listMails(email).filter(({ text }) => text.includes(REASON)).length);
    expect(countTold()).toEqual([0, 0]);
    api.stripe.finishRefund(await lastRefund(sale), "succeeded");
    await settle();
    expect(countTold()).toEqual([1, 1]);
    const { userId } = sale.buyer;
    const { items } = (await api.call(previousNotifications, { as: userId, params: { userId } })).body;
    expect(items.filter(({ refund }) => refund === "whole")).toHaveLength(2);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("doesn't wait for a payment by which its buyer takes a further license", async () => {
    const { sale, caseId } = await createUnlicensedSale(async ({ offered, buyer }) => {
      expect((await shop.begin(offered, buyer.userId, { licenseType: "commercial" })).status).toBe(201);
    });
    api.stripe.holdNextRefund();
    expect((await decide(caseId, "refund", clerk)).body.outcome).toBe("refund");
    api.stripe.finishRefund(await lastRefund(sale), "succeeded");
    await settle();
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("is one while somebody else pays for it exclusively, and ends if the license is restored after all", async () => {
    const sale = await createExclusiveSale();
    const next = await offer(sale.seller, [sale.offered.artworkId]);
    const { status, body } = await next.begin();
    expect(status).toBe(201);
    api.stripe.finishRefund(await lastRefund(sale), "failed");
    await settle();
    const item = await findOnlyCase(sale);
    expect([item.kind, item.status]).toEqual(["failed_refund", "open"]);
    expect((await shop.cancel(body.orderIntent, next.userId)).status).toBe(204);
    await syncOrder(api.services, sale.order.orderId);
    await settle();
    expect((await readItem(item.caseId, clerk)).body).toMatchObject({
      status: "closed",
      outcome: "order_completed",
      order: { status: "completed" },
    });
    expect((await findArtwork(table, sale.offered.artworkId))?.card.soldExclusively).toBe(true);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("is refunded from there if somebody else has it exclusively", async () => {
    const sale = await createExclusiveSale();
    const next = await offer(sale.seller, [sale.offered.artworkId]);
    const { orderIntent } = (await next.begin()).body;
    await shop.pay(orderIntent);
    expect((await shop.place(orderIntent, next.userId)).status).toBe(201);
    api.stripe.capture();
    api.stripe.finishRefund(await lastRefund(sale), "failed");
    await settle();
    await expectRefundFromQueue(sale, sale.userId);
    expect((await findArtwork(table, sale.offered.artworkId))?.card.soldExclusively).toBe(true);
  });

  test("keeps the license of a buyer whose payment had started before the artwork left the market again", async () => {
    const sale = await createExclusiveSale();
    const { userId } = await given.user();
    const { body } = await shop.begin(sale.offered, userId);
    api.stripe.finishRefund(await lastRefund(sale), "failed");
    await settle();
    expect((await look(sale, clerk)).body.status).toBe("completed");
    await shop.pay(body.orderIntent);
    expect((await shop.place(body.orderIntent, userId)).status).toBe(201);
    const { userId: late } = await given.user();
    expect((await shop.begin(sale.offered, late)).failure.code).toBe("artwork_unavailable");
    api.stripe.capture();
    await settle();
    expect((await readLedgers(api)).differences).toEqual([]);
  });
});

describe("a dispute in the queue", () => {
  test("is due on the bank's day, once, with order, amounts and both sides, and mailed with its link", async () => {
    const { sale, dispute, caseId } = await createDispute();
    const { status, body } = await readItem(caseId, clerk);
    const due = new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: "dispute",
      status: "open",
      dueAt: due,
      title: sale.order.artwork.title,
      text: "The buyer's bank says: fraudulent.",
      order: {
        orderId: sale.order.orderId,
        status: "disputed",
        amounts: { spent: SALE.orderSpent, earned: SALE.orderEarned },
        buyer: { person: { id: sale.buyer.userId } },
        seller: { person: { id: sale.seller.userId } },
        dispute: { id: dispute.id, status: "needs_response", amount: SALE.orderSpent, evidenceDue: due },
      },
      actions: ["send_evidence", "close"],
    });
    expect(body.picture?.width).toBe(sale.order.artwork.width);
    expect(body.order?.evidenceDraft).toContain(formatOrderNumber(sale.order.orderId));
    const subject = `Order ${formatOrderNumber(sale.order.orderId)} is disputed`;
    const mails = listMails(process.env.OPERATORS_MAIL ?? "").filter((mail) => mail.subject === subject);
    expect(mails.map(({ links }) => links[0])).toEqual([`http://localhost:3000/admin/queue/${caseId}`]);
    expect((await look(sale, clerk)).body.cases.map((item) => item.caseId)).toEqual([caseId]);
  });

  test("is answered once with the text shown before, and its artist is told why", async () => {
    const { sale, dispute, caseId } = await createDispute();
    const preview = await api.call(previewCaseMails, {
      token: clerk.token,
      params: { caseId },
      body: { action: "send_evidence", reason: REASON },
    });
    expect((await decide(caseId, "send_evidence", clerk)).failure.fields).toEqual({ evidenceText: MESSAGES.required });
    const evidenceText = "Downloaded twice on the day of the payment.";
    const fileContent = Buffer.from("%PDF-1.7 messages").toString("base64");
    const evidenceFiles = [{ kind: "customer_communication", fileContent }];
    const { status, body } = await decide(caseId, "send_evidence", clerk, { evidenceText, evidenceFiles });
    expect([status, body.status, body.outcome, body.undoable]).toEqual([200, "closed", "send_evidence", false]);
    expect(body.order?.dispute).toMatchObject({ status: "under_review", evidenceDue: null });
    const { evidence, evidence_details } = await provider.disputes.retrieve(dispute.id);
    expect([evidence.uncategorized_text, evidence.product_description, evidence_details.submission_count]).toEqual([
      evidenceText,
      sale.order.artwork.title,
      1,
    ]);
    expect(evidence.customer_communication).toMatch(/^file_/);
    await settle();
    expect((await readItem(caseId, clerk)).body).toMatchObject({
      outcome: "send_evidence",
      closedBy: { id: clerk.userId },
    });
    const [mail] = preview.body.mails;
    const sent = listMails(sale.seller.email).filter(({ subject }) => subject === mail?.subject);
    expect([preview.body.mails.length, sent.map(({ text }) => text)]).toEqual([1, [mail?.text]]);
    api.stripe.closeDispute(dispute.id, "won");
    await settle();
    const { order } = (await readItem(caseId, clerk)).body;
    expect([order?.status, order?.dispute?.status]).toEqual(["completed", "won"]);
  });

  test("that ends in the moment of an operator's answer is closed as theirs", async () => {
    const { caseId } = await createDispute();
    const update = provider.disputes.update.bind(provider.disputes);
    const overtaken = vi.spyOn(provider.disputes, "update").mockImplementationOnce((async (
      ...sent: Parameters<typeof update>
    ) => {
      const answered = await update(...sent);
      await settle();
      expect((await readItem(caseId, other)).body).toMatchObject({ status: "closed", outcome: "evidence_sent" });
      return answered;
    }) as never);
    const { status, body } = await decide(caseId, "send_evidence", clerk, { evidenceText: "Delivered" });
    overtaken.mockRestore();
    expect([status, body.outcome, body.closedBy?.id]).toEqual([200, "send_evidence", clerk.userId]);
  });

  test("is answered once by two operators and the seller at the same moment", async () => {
    const { sale, dispute, caseId } = await createDispute();
    const { orderId } = sale.order;
    const version = await readVersion(sale);
    const update = provider.disputes.update.bind(provider.disputes);
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    const racing = vi.spyOn(provider.disputes, "update").mockImplementation((async (
      ...sent: Parameters<typeof update>
    ) => {
      if (++waiting === 3) all.resolve();
      await all.promise;
      return update(...sent);
    }) as never);
    const answers = await Promise.all([
      decide(caseId, "send_evidence", clerk, { evidenceText: "One" }),
      act(sale, other, { action: "send_evidence", evidenceText: "Two", version }),
      api.call(submitEvidence, { as: sale.seller.userId, params: { orderId }, body: { evidenceText: "Three" } }),
    ]);
    racing.mockRestore();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect((await provider.disputes.retrieve(dispute.id)).evidence_details.submission_count).toBe(1);
    await settle();
    expect((await readItem(caseId, clerk)).body.status).toBe("closed");
  });

  test.each([
    ["the seller's answer", "evidence_sent"],
    ["the bank, won", "dispute_won"],
    ["the bank, lost", "dispute_lost"],
  ] as const)("ends by %s, without an operator", async (by, outcome) => {
    const { sale, dispute, caseId } = await createDispute();
    await api.call(takeCase, { token: other.token, params: { caseId } });
    if (by === "the seller's answer")
      await api.call(submitEvidence, {
        as: sale.seller.userId,
        params: { orderId: sale.order.orderId },
        body: { evidenceText: "Delivered" },
      });
    else api.stripe.closeDispute(dispute.id, outcome === "dispute_won" ? "won" : "lost");
    await settle();
    const { body } = await readItem(caseId, clerk);
    expect(body).toMatchObject({ status: "closed", outcome, closedBy: null, takenBy: null, undoable: false });
    const late = await decide(caseId, "close", clerk);
    expect([late.failure.code, late.failure.fields?.expected]).toEqual(["case_closed", MESSAGES.caseEnded]);
  });

  test("that is an inquiry may be refunded; once it escalates, the bank wants evidence of its own", async () => {
    const inquiry = await createDispute("warning_needs_response");
    expect((await readItem(inquiry.caseId, clerk)).body.actions).toEqual(["send_evidence", "refund", "close"]);
    expect((await decide(inquiry.caseId, "refund", clerk)).body.outcome).toBe("refund");
    await settle();
    expect(await inquiry.sale.statusNow()).toBe("refunded");
    expect((await readItem(inquiry.caseId, clerk)).body).toMatchObject({
      outcome: "refund",
      closedBy: { id: clerk.userId },
    });

    const { sale, dispute, caseId } = await createDispute("warning_needs_response");
    api.stripe.moveDispute(dispute.id, "needs_response");
    await settle();
    const cases = await findCasesAbout(table, sale.order.orderId);
    expect(cases.map(({ status, outcome }) => [status, outcome]).toSorted()).toEqual([
      ["closed", "dispute_escalated"],
      ["open", undefined],
    ]);
    const refused = await decide(cases.find((item) => item.caseId !== caseId)?.caseId ?? "", "refund", clerk);
    expect(refused.failure.code).toBe("order_disputed");
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("stays open if Stripe hangs, and the answer can be sent again", async () => {
    const { dispute, caseId } = await createDispute();
    const away = new Stripe.errors.StripeConnectionError({ message: "No answer", type: "api_error" } as never);
    const hanging = vi.spyOn(provider.disputes, "update").mockRejectedValueOnce(away);
    const sent = { evidenceText: "Delivered" };
    await expect(decide(caseId, "send_evidence", clerk, sent)).rejects.toThrow("No answer");
    hanging.mockRestore();
    expect((await readItem(caseId, clerk)).body).toMatchObject({ status: "open", takenBy: { id: clerk.userId } });
    expect((await decide(caseId, "send_evidence", other, sent)).failure.code).toBe("case_taken");
    expect((await decide(caseId, "send_evidence", clerk, sent)).status).toBe(200);
    expect((await provider.disputes.retrieve(dispute.id)).evidence_details.submission_count).toBe(1);
  });
});

describe("a fraud warning in the queue", () => {
  test("is made once for repeated events, links from its mail, and is refunded", async () => {
    const sale = await shop.createSale();
    await settle();
    api.stripe.warnOfFraud(sale.chargeId);
    const messages = api.stripe.webhooks.take();
    for (let count = 0; count < 2; count++) await shop.deliver(messages);
    await settle();
    const { caseId } = await findOnlyCase(sale);
    expect((await readItem(caseId, clerk)).body).toMatchObject({
      kind: "fraud_warning",
      text: "The card's bank reports: made with a stolen card.",
      order: { orderId: sale.order.orderId, refundable: true },
      actions: ["refund", "keep_payment"],
    });
    const subject = `The payment of order ${formatOrderNumber(sale.order.orderId)} was reported as fraud`;
    const mails = listMails(process.env.OPERATORS_MAIL ?? "").filter((mail) => mail.subject === subject);
    expect(mails.map(({ links }) => links[0])).toEqual([`http://localhost:3000/admin/queue/${caseId}`]);
    const { body } = await decide(caseId, "refund", clerk);
    expect([body.status, body.outcome, body.order?.status]).toEqual(["closed", "refund", "refunded"]);
    expect((await decide(caseId, "refund", clerk)).status).toBe(200);
    await settle();
    expect((await readItem(caseId, clerk)).body.closedBy?.id).toBe(clerk.userId);
    expect([await countRefunds(sale), (await readLedgers(api)).differences]).toEqual([1, []]);
  });

  test("is kept for a reason, which can be undone", async () => {
    const { sale, caseId } = await createWarning();
    const { body } = await decide(caseId, "keep_payment", clerk);
    expect([body.outcome, body.undoable]).toEqual(["keep_payment", true]);
    const sent = { token: clerk.token, params: { caseId }, body: { reason: "The buyer disagrees." } };
    expect((await api.call(reopenCase, sent)).body.status).toBe("open");
    expect([await countRefunds(sale), await sale.statusNow()]).toEqual([0, "completed"]);
  });

  test("ends with a refund by its seller, and with a dispute", async () => {
    const { sale, caseId } = await createWarning();
    await shop.refund(sale.order.orderId, sale.seller.userId);
    await settle();
    expect((await readItem(caseId, clerk)).body).toMatchObject({ status: "closed", outcome: "order_refunded" });
    const disputed = await createWarning();
    api.stripe.disputeCharge(disputed.sale.chargeId);
    await settle();
    expect((await readItem(disputed.caseId, clerk)).body.outcome).toBe("order_disputed");
  });
});

describe("a failed payout in the queue", () => {
  async function createFailedPayout() {
    const { seller } = await shop.createSale();
    await provider.accounts.update(seller.stripeId, { metadata: { userId: seller.userId } });
    api.stripe.failPayout(seller.stripeId);
    const messages = api.stripe.webhooks.take();
    for (let count = 0; count < 2; count++) await shop.deliver(messages);
    await settle();
    const { items } = await queryCases(table, { status: "open", kinds: ["failed_payout"], limit: 50 });
    const found = items.filter(({ sellerId }) => sellerId === seller.userId);
    expect(found).toHaveLength(1);
    return { seller, caseId: found[0]?.caseId ?? "" };
  }

  test("has amount, reason and account, and a message to its seller closes it", async () => {
    const { seller, caseId } = await createFailedPayout();
    const { body } = await readItem(caseId, clerk);
    expect(body).toMatchObject({
      kind: "failed_payout",
      title: "€17.00",
      text: "The account is closed.",
      seller: { person: { id: seller.userId } },
      order: null,
      actions: ["message_seller", "close"],
    });
    const draft = { action: "message_seller", reason: "Told them", answer: "Please check your IBAN." } as const;
    const preview = await api.call(previewCaseMails, { token: clerk.token, params: { caseId }, body: draft });
    expect((await decide(caseId, "message_seller", clerk)).failure.fields).toEqual({ answer: MESSAGES.required });
    expect((await decide(caseId, "message_seller", clerk, draft)).body.status).toBe("closed");
    await settle();
    const [mail] = preview.body.mails;
    expect(listMails(seller.email).filter(({ subject }) => subject === mail?.subject)).toMatchObject([
      { text: mail?.text },
    ]);
  });
});

test("cases of money are seen by finance alone", async () => {
  const { caseId } = await createWarning();
  for (const permission of OPERATOR_PERMISSIONS) {
    const operator = await operators.createOperator([permission]);
    const isPermitted = permission === "finance";
    expect((await readItem(caseId, operator)).status).toBe(isPermitted ? 200 : 404);
    const { items } = (await api.call(listCases, { token: operator.token, query: { limit: 50 } })).body;
    expect(items.some((item) => item.caseId === caseId)).toBe(isPermitted);
    if (!isPermitted) expect((await decide(caseId, "refund", operator)).failure.code).toBe("case_not_found");
  }
});
