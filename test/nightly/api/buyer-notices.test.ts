import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { refundOrder } from "#shared/contract/orders.ts";
import { updateBilling } from "#shared/contract/users.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import type { createGiven } from "#test/support/given.ts";
import { billing } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];
let follow: ReturnType<typeof createStreamProcessor>;

beforeAll(async () => {
  ({ api, given, shop } = await startShop());
  follow = createStreamProcessor(MarketplaceTable.getName(), [
    (event) => notify(event, api.services),
    (event) => mailOrders(event, api.services),
  ]);
});

async function sold(billingEmail = billing.billingEmail) {
  const { seller, buyer, ...offered } = await shop.offer();
  const order = await shop.purchase(offered, buyer.userId, { billing: { ...billing, billingEmail } });
  return { seller, buyer, order };
}

const refund = (orderId: string, as: string) => api.call(refundOrder, { as, params: { orderId } });

const mailsTo = (address: string, orderId: string) =>
  api
    .mails()
    .filter(({ to, text }) => to.includes(address) && text.includes(orderId))
    .map(({ subject }) => subject);

describe("the billing address", () => {
  test("gets receipt and refund mail once each, as the account's own address does", async () => {
    const office = "office@bills.test";
    const { seller, buyer, order } = await sold(office);
    await follow({ times: 2 });
    expect(mailsTo(office, order.orderId)).toHaveLength(1);
    expect(mailsTo(office, order.orderId)).toEqual(mailsTo(buyer.email, order.orderId));
    await refund(order.orderId, seller.userId);
    await follow({ times: 2 });
    expect(mailsTo(office, order.orderId)).toHaveLength(2);
    expect(mailsTo(office, order.orderId)).toEqual(mailsTo(buyer.email, order.orderId));
    expect(mailsTo(office, order.orderId).every((subject) => !subject.includes("sold"))).toBe(true);
  });

  test("that is the account's own, in any case, gets one mail", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const billed = { ...billing, billingEmail: buyer.email.toUpperCase() };
    const order = await shop.purchase(offered, buyer.userId, { billing: billed });
    await follow();
    expect(mailsTo(buyer.email, order.orderId)).toHaveLength(1);
    expect(mailsTo(buyer.email.toUpperCase(), order.orderId)).toHaveLength(0);
    expect(seller.userId).toBeTruthy();
  });

  test("gets nothing about a free licence, and nothing of a closed account", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const office = "free.office@bills.test";
    const body = { ...billing, billingEmail: office };
    expect((await api.call(updateBilling, { as: fan.userId, params: { userId: fan.userId }, body })).status).toBe(200);
    const { artworkId } = await given.artwork(artist.userId);
    const free = await given.order(artworkId, fan.userId);
    const { buyer, order } = await sold("closed.office@bills.test");
    const closed = { userId: buyer.userId, deactivatedAt: new Date().toISOString() };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(closed));
    await follow();
    expect(mailsTo(fan.email, free.orderId)).toHaveLength(1);
    expect(mailsTo(office, free.orderId)).toHaveLength(0);
    expect(mailsTo("closed.office@bills.test", order.orderId)).toHaveLength(0);
  });

  test("that is permanently refused delays nobody else's mail", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const billed = { ...billing, billingEmail: "nowhere@refused.test" };
    const order = await shop.purchase(offered, buyer.userId, { billing: billed });
    const { mail } = api.services;
    const { MailRefused } = await import("#lambdas/platform/mail/open-mail.ts");
    const send: typeof mail.send = async (to, email) => {
      if (to === billed.billingEmail) throw new MailRefused("no such address");
      return mail.send(to, email);
    };
    const services = { ...api.services, mail: { ...mail, send } };
    // The seller's mail says what they get, which is known once the payment is captured.
    api.stripe.capture();
    await shop.deliver();
    await createStreamProcessor(MarketplaceTable.getName(), [(event) => mailOrders(event, services)])({ times: 2 });
    expect([mailsTo(buyer.email, order.orderId).length, mailsTo(seller.email, order.orderId).length]).toEqual([1, 1]);
  });
});

const listNotices = async (userId: string) =>
  (await api.call(previousNotifications, { as: userId, params: { userId } })).body.items;

describe("a dispute", () => {
  async function disputed(status?: "warning_needs_response" | "prevented", amount?: number) {
    const { seller, buyer, order, chargeId } = await shop.createSale();
    await shop.deliver();
    const { id } = api.stripe.disputeCharge(chargeId, status, amount);
    await settle();
    return { seller, buyer, order, id };
  }

  async function settle() {
    await shop.deliver();
    await follow({ times: 2 });
  }

  /** A side's notifications of disputes and refunds, newest first. */
  const listNews = async ({ userId }: { userId: string }) =>
    (await listNotices(userId)).flatMap(({ dispute, refund: part }) => dispute ?? part ?? []);

  test("notifies the seller when it is opened, and both sides when it is won, once each", async () => {
    const { seller, buyer, order, id } = await disputed();
    expect([await listNews(seller), await listNews(buyer)]).toEqual([["opened"], []]);
    const [notice] = await listNotices(seller.userId);
    expect(notice).toMatchObject({ type: "order", link: `/orders/${order.orderId}`, ref: order.orderId, read: false });
    expect(Date.parse(notice?.created ?? "")).toBeGreaterThan(Date.parse(order.created));
    api.stripe.moveDispute(id, "under_review");
    await settle();
    api.stripe.closeDispute(id, "won");
    await settle();
    expect([await listNews(seller), await listNews(buyer)]).toEqual([["won", "opened"], ["won"]]);
  });

  test("notifies the seller when it is lost, and the buyer of the refund", async () => {
    const { seller, buyer, id } = await disputed();
    api.stripe.closeDispute(id, "lost");
    await settle();
    expect([await listNews(seller), await listNews(buyer)]).toEqual([["lost", "opened"], ["whole"]]);
  });

  test("about a part of the amount notifies both sides of its end, as nothing is refunded then", async () => {
    const { seller, buyer, id } = await disputed(undefined, 500);
    api.stripe.closeDispute(id, "lost");
    await settle();
    expect([await listNews(seller), await listNews(buyer)]).toEqual([["lost", "opened"], ["lost"]]);
  });

  test("that was prevented is lost if it took money, and otherwise closed", async () => {
    const costly = await disputed("prevented");
    expect([await listNews(costly.seller), await listNews(costly.buyer)]).toEqual([["lost"], ["whole"]]);
    const free = await disputed("prevented", 0);
    expect([await listNews(free.seller), await listNews(free.buyer)]).toEqual([["closed"], ["closed"]]);
  });

  test("that was only an inquiry notifies the seller of its start, and both sides of its end", async () => {
    const { seller, buyer, id } = await disputed("warning_needs_response");
    api.stripe.moveDispute(id, "warning_closed");
    await settle();
    expect([await listNews(seller), await listNews(buyer)]).toEqual([["closed", "opened"], ["closed"]]);
  });
});

describe("the buyer's notifications", () => {
  test("contain a full refund once, with its order and its time", async () => {
    const { seller, buyer, order } = await sold();
    await follow();
    expect(await listNotices(buyer.userId)).toEqual([]);
    api.travel(3600);
    expect((await refund(order.orderId, seller.userId)).status).toBe(200);
    await follow({ times: 3 });
    await shop.deliver();
    await follow({ times: 2 });
    const [notice, ...others] = await listNotices(buyer.userId);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      type: "order",
      refund: "whole",
      link: `/orders/${order.orderId}`,
      ref: order.orderId,
      title: order.artwork.title,
      read: false,
    });
    expect(Date.parse(notice?.created ?? "")).toBeGreaterThan(Date.parse(order.created));
    expect((await listNotices(seller.userId)).map(({ type, refund: part }) => [type, part])).toEqual([
      ["order", undefined],
    ]);
  });

  test("contain a partial refund, then the full one", async () => {
    const { seller, buyer, order } = await sold();
    await api.provider.refunds.create({
      payment_intent: order.orderIntent,
      amount: 500,
      reverse_transfer: true,
    });
    await shop.deliver();
    await follow({ times: 2 });
    expect((await listNotices(buyer.userId)).map(({ refund: part }) => part)).toEqual(["part"]);
    expect((await refund(order.orderId, seller.userId)).status).toBe(200);
    await shop.deliver();
    await follow({ times: 2 });
    expect((await listNotices(buyer.userId)).map(({ refund: part }) => part)).toEqual(["whole", "part"]);
  });

  test("contain a refund only once it has succeeded", async () => {
    const { seller, buyer, order } = await sold();
    api.stripe.holdNextRefund();
    expect((await refund(order.orderId, seller.userId)).body.status).toBe("completed");
    await follow();
    expect(await listNotices(buyer.userId)).toEqual([]);
    const { data } = await api.provider.refunds.list({ payment_intent: order.orderIntent });
    api.stripe.finishRefund(data[0]?.id ?? "", "succeeded");
    await shop.deliver();
    await follow();
    expect((await listNotices(buyer.userId)).map(({ refund: part }) => part)).toEqual(["whole"]);
  });
});
