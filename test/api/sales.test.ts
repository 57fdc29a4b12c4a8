import { describe, expect, test } from "vitest";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import { readSelection, readStatistics } from "#shared/contract/sales.ts";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { startShop } from "#test/support/purchasing.ts";
import { putOrder } from "#test/support/put-order.ts";
import { COMMERCIAL_SALE, SALE } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();

const figures = async (as: string, display: string) =>
  (await api.call(readStatistics, { as, params: { userId: as, display } })).body;
const select = (as: string, displayType: string, query: Record<string, unknown> = {}) =>
  api.call(readSelection, { as, params: { userId: as, displayType }, query });

const DAY = 24 * 60 * 60 * 1000;
const toDay = (moment: Date) => moment.toISOString().slice(0, 10);

async function trade() {
  const [seller, buyer] = [await given.user(), await given.user()];
  const sell = (facts: Omit<Parameters<typeof putOrder>[1], "buyerId" | "sellerId"> = {}) =>
    putOrder(api, { buyerId: buyer.userId, sellerId: seller.userId, ...facts });
  return { seller, buyer, sell };
}

describe("the statistics", () => {
  test("add up each party's amounts, net of refunds", async () => {
    const { seller, buyer, sell } = await trade();
    await sell({ price: 1000 });
    await sell({ price: 1000, discount: 200 });
    await sell({ price: 100_000, status: "refunded" });
    await sell({ price: 0, status: "disputed" });
    const [plain, discounted, refunded] = [computeFees(1000), computeFees(1000, 200), computeFees(100_000)];
    expect(await figures(buyer.userId, "purchases")).toEqual({
      count: 4,
      paidCount: 2,
      amount: plain.orderSpent + discounted.orderSpent,
      fees: plain.buyerFee + discounted.buyerFee,
      refunded: refunded.orderSpent,
      average: Math.round((plain.orderSpent + discounted.orderSpent) / 2),
    });
    expect(await figures(seller.userId, "sales")).toMatchObject({
      count: 4,
      amount: plain.orderEarned + discounted.orderEarned,
      fees: plain.sellerFee + discounted.sellerFee,
      refunded: refunded.orderEarned,
      average: plain.orderEarned,
    });
    expect(await figures(seller.userId, "purchases")).toMatchObject({ count: 0, amount: 0 });
  });

  test("of sales include rating and favourites", async () => {
    const { seller, buyer } = await trade();
    const [shown, hidden] = [await given.artwork(seller.userId), await given.artwork(seller.userId)];
    for (const { artworkId } of [shown, hidden])
      await api.call(addFavorite, { as: buyer.userId, params: { artworkId } });
    await api.call(updateArtwork, {
      as: seller.userId,
      params: { artworkId: hidden.artworkId },
      body: { artworkVisibility: "invisible" },
    });
    await given.review(shown.artworkId, buyer.userId, 4);
    const sales = await figures(seller.userId, "sales");
    expect(sales).toMatchObject({ rating: { average: 4, count: 1 }, favorites: 2 });
    expect(await figures(buyer.userId, "purchases")).not.toHaveProperty("rating");
  });

  test("without orders are zero", async () => {
    const { seller } = await trade();
    const nothing = { count: 0, paidCount: 0, amount: 0, fees: 0, refunded: 0, average: null };
    expect(await figures(seller.userId, "purchases")).toEqual(nothing);
    const unliked = { rating: { average: null, count: 0 }, favorites: 0 };
    expect(await figures(seller.userId, "sales")).toEqual({ ...nothing, ...unliked });
  });

  test("of an unknown side or of another user are refused", async () => {
    const { seller, buyer } = await trade();
    const params = { userId: seller.userId, display: "gifts" };
    const refused = await api.call(readStatistics, { as: seller.userId, params });
    expect([refused.status, refused.failure.fields]).toEqual([400, { display: MESSAGES.invalid }]);
    const theirs = await api.call(readStatistics, { as: buyer.userId, params: { ...params, display: "sales" } });
    expect(theirs.status).toBe(403);
  });
});

describe("after partial refunds", () => {
  test("figures, days and rows equal the ledger's movements, for both parties", async () => {
    const stripe = api.provider;
    const { seller, buyer, offered, order } = await shop.createSale();
    const other = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
    const gone = await shop.purchase(offered, (await given.user()).userId);
    await given.order((await given.artwork(seller.userId)).artworkId, buyer.userId);
    api.stripe.capture();
    await shop.deliver();
    const both = { reverse_transfer: true, refund_application_fee: true };
    await stripe.refunds.create({ payment_intent: order.orderIntent, amount: 1000, ...both });
    // Refunded from the platform's fee alone.
    await stripe.refunds.create({ payment_intent: other.orderIntent, amount: 485 });
    await stripe.refunds.create({ payment_intent: gone.orderIntent, ...both });
    await shop.deliver();
    const { books } = await readLedgers(api);
    const booked = [order, other, gone].map(({ orderId }) => books.get(orderId)?.booked ?? { spent: 0, earned: 0 });
    const sum = (of: "spent" | "earned", some = booked) => some.reduce((total, one) => total + one[of], 0);
    const read = async (as: string, display: string) => {
      const params = { userId: as, display, displayType: display };
      const { body: figures } = await api.call(readStatistics, { as, params });
      const { body: days } = await api.call(readSelection, { as, params });
      return { figures, days };
    };
    const sales = await read(seller.userId, "sales");
    expect(sales.figures).toMatchObject({
      count: 4,
      paidCount: 2,
      amount: sum("earned"),
      refunded: 2 * SALE.orderEarned + COMMERCIAL_SALE.orderEarned - sum("earned"),
      average: Math.round(sum("earned") / 2),
    });
    expect(sales.days.series.at(-1)).toMatchObject({ count: 4, amount: sum("earned") });
    expect(sales.days.items.reduce((total, { amount, returned }) => total + amount - returned, 0)).toBe(sum("earned"));
    const bought = await read(buyer.userId, "purchases");
    const [{ orderSpent: spent }, { orderSpent: commercialSpent }] = [SALE, COMMERCIAL_SALE];
    const ofBuyer = sum("spent", booked.slice(0, 2));
    expect(ofBuyer).toBe(spent - 1000 + commercialSpent - 485);
    expect(bought.figures).toMatchObject({ count: 3, paidCount: 2, amount: ofBuyer, refunded: 1485 });
    const keptFee = ({ buyerFee, orderSpent }: typeof SALE, back: number) =>
      Math.round((buyerFee * (orderSpent - back)) / orderSpent);
    expect(bought.figures.fees).toBe(keptFee(SALE, 1000) + keptFee(COMMERCIAL_SALE, 485));
    expect(bought.figures.average).toBe(Math.round(ofBuyer / 2));
    expect(bought.days.items.map(({ amount, returned }) => [amount, returned])).toEqual([
      [0, 0],
      [commercialSpent, 485],
      [spent, 1000],
    ]);
  });
});

describe("the selection", () => {
  test("has the orders of whole UTC days, both ends included, newest first, and a point for every day", async () => {
    const { seller, buyer, sell } = await trade();
    const at = (moment: string) => ({ at: new Date(moment) });
    await sell(at("2025-02-27T23:59:59.999Z"));
    const first = await sell({ ...at("2025-02-28T00:00:00.000Z"), title: "Sea", price: 2000 });
    const last = await sell({ ...at("2025-03-02T23:59:59.999Z"), status: "refunded" });
    const free = await sell({ ...at("2025-03-02T10:00:00.000Z"), price: 0 });
    await sell(at("2025-03-03T00:00:00.000Z"));
    const range = { start: "2025-02-28", end: "2025-03-02" };
    const { body } = await select(seller.userId, "sales", range);
    expect(body).toMatchObject(range);
    expect(body.items.map(({ orderId }): string => orderId)).toEqual([last, free, first].map(({ orderId }) => orderId));
    expect(body.items[2]).toEqual({
      orderId: first.orderId,
      created: "2025-02-28T00:00:00.000Z",
      status: "completed",
      artwork: { id: first.artworkId, title: "Sea" },
      licenseType: "personal",
      amount: SALE.orderEarned,
      fee: SALE.sellerFee,
      returned: 0,
    });
    expect(body.series).toEqual([
      { day: "2025-02-28", count: 1, amount: SALE.orderEarned },
      { day: "2025-03-01", count: 0, amount: 0 },
      { day: "2025-03-02", count: 2, amount: 0 },
    ]);
    const bought = (await select(buyer.userId, "purchases", range)).body;
    expect(bought.series[0]).toEqual({ day: "2025-02-28", count: 1, amount: SALE.orderSpent });
    const single = (await select(seller.userId, "sales", { start: "2025-03-01", end: "2025-03-01" })).body;
    expect([single.items, single.series]).toEqual([[], [{ day: "2025-03-01", count: 0, amount: 0 }]]);
  });

  test("counts an order on the day it was paid, not on which its payment started", async () => {
    const { seller, buyer, sell } = await trade();
    const at = new Date("2025-03-02T00:00:10.000Z");
    const order = await sell({ at, started: new Date("2025-03-01T23:58:00.000Z") });
    const range = { start: "2025-03-01", end: "2025-03-02" };
    const { body } = await select(seller.userId, "sales", range);
    expect(body.series.map(({ count }) => count)).toEqual([0, 1]);
    const page = await api.call(readOrder, { as: buyer.userId, params: { orderId: order.orderId } });
    expect([body.items[0]?.created, page.body.created]).toEqual([at.toISOString(), at.toISOString()]);
    const dayAfter = { start: "2025-03-02", end: "2025-03-02" };
    expect((await select(seller.userId, "sales", dayAfter)).body.items).toHaveLength(1);
  });

  test("is the last thirty days by default, today included", async () => {
    const { seller, sell } = await trade();
    const now = api.services.now();
    const [today, oldest, older] = [0, 29, 30].map((days) => new Date(now.getTime() - days * DAY));
    for (const at of [today, oldest, older]) await sell(at ? { at } : {});
    const { body } = await select(seller.userId, "sales");
    expect([body.start, body.end, body.series.length]).toEqual([toDay(oldest ?? now), toDay(now), 30]);
    expect(body.series.map(({ count }) => count)).toEqual([1, ...Array.from({ length: 28 }, () => 0), 1]);
    const until = (await select(seller.userId, "sales", { end: body.start })).body;
    expect([until.series.length, until.series.at(-1)?.count, until.series.at(-2)?.count]).toEqual([30, 1, 1]);
  });

  test("accepts a timestamp for its day", async () => {
    const { seller } = await trade();
    const range = { start: "2025-03-01T12:30:00.000Z", end: "2025-03-02T00:00:00Z" };
    expect((await select(seller.userId, "sales", range)).body).toMatchObject({
      start: "2025-03-01",
      end: "2025-03-02",
    });
  });

  test.each([
    [{ start: "2025-01-01", end: "2026-01-01" }, 200, undefined],
    [{ start: "2025-01-01", end: "2026-01-02" }, 400, { start: MESSAGES.rangeTooLong }],
    [{ start: "2025-01-02", end: "2025-01-01" }, 400, { start: MESSAGES.startAfterEnd }],
    [{ start: "2999-01-01" }, 400, { start: MESSAGES.startAfterEnd }],
    [{ start: "yesterday" }, 400, { start: MESSAGES.invalidDate }],
    [{ end: "2025-13-01" }, 400, { end: MESSAGES.invalidDate }],
    [{ start: "2025-02-29", end: "2025-03-05" }, 400, { start: MESSAGES.invalidDate }],
    [{ start: "2024-02-29", end: "2024-03-05" }, 200, undefined],
    [{ end: "2025-03-01junk" }, 400, { end: MESSAGES.invalidDate }],
    [{ start: "0001-01-01", end: "0001-02-01" }, 200, undefined],
    [{ start: "9999-12-01", end: "9999-12-31" }, 200, undefined],
  ])("of %o answers %i", async (query, status, fields) => {
    const { seller } = await trade();
    const reply = await select(seller.userId, "sales", query);
    expect([reply.status, reply.failure.fields]).toEqual([status, fields]);
    if (status === 200)
      expect(reply.body.series.map(({ day }) => day)).toEqual(
        [...new Set(reply.body.series.map(({ day }) => day))].sort(),
      );
  });

  test("reads a year of orders in one query", async () => {
    const { seller, sell } = await trade();
    const start = Date.parse("2024-01-01T00:00:00Z");
    for (let day = 0; day < 120; day++) await sell({ at: new Date(start + day * 3 * DAY), price: 1000 });
    const metered = await meter(() => select(seller.userId, "sales", { start: "2024-01-01", end: "2024-12-31" }));
    expect([metered.result.body.items.length, metered.result.body.series.length]).toEqual([120, 366]);
    expect(metered.calls).toEqual([SESSION_CHECK.call, "QueryCommand"]);
    expect(metered.readUnits).toBeLessThanOrEqual(SESSION_CHECK.readUnits + 5);
  });
});
