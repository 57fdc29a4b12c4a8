import { describe, expect, test } from "vitest";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { trackOrderCases } from "#lambdas/events/streams/track-order-cases.ts";
import { MailRefused } from "#lambdas/platform/mail/open-mail.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { startShop } from "#test/support/purchasing.ts";
import { formatCents, SALE, toPayout } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();
const follow = createStreamProcessor(MarketplaceTable.getName(), [
  (event) => mailOrders(event, api.services),
  (event) => trackOrderCases(event, api.services),
]);
const provider = api.provider;
const [FEE, PAID, EARNED] = [SALE.buyerFee, SALE.orderSpent, SALE.orderEarned].map(formatCents);

describe("the mails of an order", () => {
  /** Each person's mails since the last call, oldest first. */
  const mailsTo = async (...people: readonly { email: string }[]) => {
    await follow({ times: 2 });
    return people.map(({ email }) =>
      api
        .mails()
        .filter(({ to }) => to === email)
        .toReversed(),
    );
  };

  test("tell buyer and seller once what was bought at which price, with links to order and certificate", async () => {
    const { seller, buyer, order } = await shop.createSale({
      licenseUsage: "business",
      licenseCompany: "Bo & Daughters",
    });
    expect((await mailsTo(buyer, seller)).map((mails) => mails.length)).toEqual([1, 0]);
    await shop.deliver();
    const [[receipt, ...moreReceipts] = [], [sale, ...moreSales] = []] = await mailsTo(buyer, seller);
    expect([moreReceipts, moreSales]).toEqual([[], []]);
    expect([receipt?.subject, sale?.subject]).toEqual([
      "Your license to “Dunes at noon”",
      `You earned ${EARNED}: “Dunes at noon” was licensed`,
    ]);
    for (const line of [
      "Personal License, version 1",
      "Licensed to: Bo & Daughters (Bo Buyer)",
      "Granted by: Ada Painter",
    ]) {
      expect(receipt?.text).toContain(line);
      expect(sale?.text).toContain(line);
    }
    expect(receipt?.text).toContain(`License price: $20.00\nService fee: ${FEE}\nYou paid: ${PAID}`);
    expect(sale?.text).toContain(
      `License price: $20.00\nSeller fee: −${formatCents(SALE.sellerFee)}\nYou earned: ${EARNED}, converted to €${(toPayout(SALE) / 100).toFixed(2)}`,
    );
    const page = `${api.services.siteOrigin}/orders/${order.orderId}`;
    expect(new Set(receipt?.links)).toEqual(new Set([page, `${page}/certificate`]));
    const links = [page, `${page}/certificate`, expect.stringContaining("/unsubscribe")];
    expect([...new Set(sale?.links)]).toEqual(expect.arrayContaining(links));
    expect(new Set(sale?.links).size).toBe(links.length);
  });

  test("tell buyer and seller of a refund by the seller once", async () => {
    const { seller, buyer, order } = await shop.createSale();
    await shop.deliver();
    await mailsTo();
    await shop.refund(order.orderId, seller.userId);
    await shop.deliver();
    const [[, refunded, ...more] = [], [, returned, ...others] = []] = await mailsTo(buyer, seller);
    expect([more, others]).toEqual([[], []]);
    expect(refunded?.text).toContain(`Your payment of ${PAID} is refunded in full`);
    expect(returned?.text).toContain(`the ${EARNED} that you had earned`);
  });

  test("tell seller and operators of a dispute and its deadline, and both sides of a failed refund", async () => {
    const { seller, buyer, order, chargeId } = await shop.createSale();
    await shop.deliver();
    const dispute = api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    const operators = { email: process.env.OPERATORS_MAIL ?? "" };
    const [, [, disputed] = [], delivered = []] = await mailsTo(buyer, seller, operators);
    expect(delivered.map(({ subject }) => subject)).toEqual([`Order ${formatOrderNumber(order.orderId)} is disputed`]);
    const due = new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString();
    expect(delivered[0]?.text).toContain(`Order: ${order.orderId}\nDispute: ${dispute.id}\nEvidence until: ${due}`);
    expect(disputed?.subject).toBe("The sale of “Dunes at noon” is disputed");
    expect(disputed?.text).toMatch(/until \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/);
    api.stripe.closeDispute(dispute.id, "won");
    await shop.deliver();
    for (const _ of [1, 2]) {
      await shop.refund(order.orderId, seller.userId);
      await mailsTo();
      const { data } = await provider.refunds.list({ payment_intent: order.orderIntent });
      api.stripe.finishRefund(data[0]?.id ?? "", "failed");
      await shop.deliver();
      await mailsTo();
    }
    const subjects = (await mailsTo(buyer, seller)).map((mails) => mails.map(({ subject }) => subject));
    const back = ["Refund for “Dunes at noon”", "“Dunes at noon” is licensed to you again"];
    expect(subjects[0]?.slice(1)).toEqual([...back, ...back]);
    const restored = "The sale of “Dunes at noon” is valid again";
    expect(subjects[1]?.filter((subject) => subject === restored)).toHaveLength(2);
  });

  test("tell seller and operators again when an inquiry becomes a dispute", async () => {
    const { buyer, seller, order, chargeId } = await shop.createSale();
    await shop.deliver();
    const { id } = api.stripe.disputeCharge(chargeId, "warning_needs_response");
    await shop.deliver();
    const operators = { email: process.env.OPERATORS_MAIL ?? "" };
    const about = async () =>
      (await mailsTo(buyer, seller, operators)).map((mails) =>
        mails.filter(({ subject }) => /is disputed$/.test(subject)),
      );
    const delivered = async () =>
      (await about()).map(
        (mails) => mails.filter(({ subject, text }) => `${subject} ${text}`.includes(order.orderId)).length,
      );
    expect(await delivered()).toEqual([0, 1, 1]);
    api.stripe.moveDispute(id, "needs_response");
    await shop.deliver();
    expect(await delivered()).toEqual([0, 2, 2]);
  });

  test("tell the buyer of each partial refund once it has succeeded, with its amount and the rest", async () => {
    const { seller, buyer, order } = await shop.createSale();
    await shop.deliver();
    const back = (amount: number) =>
      provider.refunds.create({ payment_intent: order.orderIntent, amount, reverse_transfer: true });
    api.stripe.holdNextRefund();
    const pending = await back(500);
    await shop.deliver();
    expect((await mailsTo(buyer))[0]).toHaveLength(1);
    api.stripe.finishRefund(pending.id, "succeeded");
    await shop.deliver();
    await back(335);
    await shop.deliver();
    const [[, first, second, ...more] = [], [, ...toSeller] = []] = await mailsTo(buyer, seller);
    expect([first?.subject, more, toSeller]).toEqual(["Partial refund for “Dunes at noon”", [], []]);
    expect(first?.text).toContain("$5.00 of your payment is refunded to the card or account");
    expect(first?.text).toContain("Your license stays in force");
    expect(second?.text).toContain("$3.35 of your payment is refunded to the card or account");
    expect(second?.text).toContain(
      `You paid: ${PAID}\nTotal refunded: $8.35\nRemaining payment: ${formatCents(SALE.orderSpent - 835)}`,
    );
    await shop.refund(order.orderId, seller.userId);
    await shop.deliver();
    const subjects = (await mailsTo(buyer))[0]?.map(({ subject }) => subject);
    expect(subjects?.slice(3)).toEqual(["Refund for “Dunes at noon”"]);
  });

  test("go to the holder of a free license, and not to its artist", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await given.order(artworkId, buyer.userId);
    const [received, delivered] = await mailsTo(buyer, artist);
    expect(received?.map(({ text }) => text.includes("Price: Free"))).toEqual([true]);
    expect(delivered).toEqual([]);
  });

  test("fail their stream record if they can't be sent, unless they are permanently refused", async () => {
    const { buyer } = await shop.createSale();
    const read = (error: Error) => {
      const mail = { ...api.services.mail, send: () => Promise.reject(error) };
      return createStreamProcessor(MarketplaceTable.getName(), [
        (event) => mailOrders(event, { ...api.services, mail }),
      ])();
    };
    await expect(read(new Error("busy"))).rejects.toThrow("A record of the stream failed");
    await read(new MailRefused("no"));
    expect(await mailsTo(buyer)).toEqual([[]]);
  });
});
