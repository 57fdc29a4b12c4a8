import { beforeAll, describe, expect, test } from "vitest";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { writeReview } from "#shared/contract/community.ts";
import { listLicenses, listOrders, readOrder } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { createGiven } from "#test/support/given.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: { userId: string; name: string };
let buyer: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  [artist, buyer] = [await given.user(), await given.user()];
});

const getOrders = (as: string, query: Record<string, unknown> = {}) =>
  api.call(listOrders, { as, params: { userId: as }, query });
const read = (as: string, orderId: string) => api.call(readOrder, { as, params: { orderId } });

describe("an order", () => {
  test("shows each party its own amounts, identifier and counterparty, and answers others 404", async () => {
    const { orderId } = await putOrder(api, { buyerId: buyer.userId, sellerId: artist.userId, discount: 200 });
    const bought = (await read(buyer.userId, orderId)).body;
    const { orderSpent, orderEarned, buyerFee, sellerFee, discount } = computeFees(1000, 200);
    expect(bought).toMatchObject({ orderSpent, buyerFee, discount, downloadable: true });
    expect(bought.artwork.owner).toMatchObject({ id: artist.userId, name: artist.name });
    expect(bought.license).toMatchObject({ assigneeIdentifier: expect.any(String), status: "valid" });
    for (const hidden of ["buyer", "orderEarned", "sellerFee"]) expect(bought).not.toHaveProperty(hidden);
    expect(bought.license).not.toHaveProperty("assignorIdentifier");

    const sold = (await read(artist.userId, orderId)).body;
    expect(sold).toMatchObject({ orderEarned, sellerFee, downloadable: false });
    expect(sold.buyer).toMatchObject({ id: buyer.userId, name: buyer.name });
    expect(sold.license).toMatchObject({ assignorIdentifier: expect.any(String) });
    for (const hidden of ["orderSpent", "buyerFee", "discount"]) expect(sold).not.toHaveProperty(hidden);
    expect(sold.license).not.toHaveProperty("assigneeIdentifier");

    const stranger = await read((await given.user()).userId, orderId);
    expect([stranger.status, stranger.failure.code]).toEqual([404, "order_not_found"]);
    expect((await read(buyer.userId, api.services.newId())).failure.code).toBe("order_not_found");
  });

  test("shows each party whether the artwork is visible to them, and the buyer whether they reviewed it", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    const seen = async (as: string) => {
      const { artworkShown, reviewed } = (await read(as, orderId)).body;
      return [artworkShown, reviewed];
    };
    expect([await seen(buyer.userId), await seen(artist.userId)]).toEqual([
      [true, false],
      [true, undefined],
    ]);
    const reviewed = { as: buyer.userId, params: { artworkId }, body: { reviewRating: 5 } };
    expect((await api.call(writeReview, reviewed)).status).toBe(201);
    expect(await seen(buyer.userId)).toEqual([true, true]);
    expect((await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } })).status).toBe(204);
    expect([await seen(buyer.userId), await seen(artist.userId)]).toEqual([
      [false, true],
      [false, undefined],
    ]);
  });

  test("can't be downloaded after a refund, but can during a dispute", async () => {
    const order = { buyerId: buyer.userId, sellerId: artist.userId };
    const { orderId } = await putOrder(api, { ...order, status: "refunded" });
    expect((await read(buyer.userId, orderId)).body).toMatchObject({
      status: "refunded",
      downloadable: false,
      license: { status: "revoked" },
    });
    const disputed = await putOrder(api, { ...order, status: "disputed" });
    expect((await read(buyer.userId, disputed.orderId)).body).toMatchObject({
      downloadable: true,
      license: { status: "valid" },
    });
  });
});

describe("the lists of orders", () => {
  test("show purchases and sales, newest first, page by page", async () => {
    const [painter, collector] = [await given.user(), await given.user()];
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const { orderId } = await putOrder(api, { buyerId: collector.userId, sellerId: painter.userId });
      ids.unshift(orderId);
    }
    for (const [userId, type] of [
      [collector.userId, "purchases"],
      [painter.userId, "sales"],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await getOrders(userId, { type, limit: 2, ...(cursor ? { cursor } : {}) });
        seen.push(...page.body.items.map(({ orderId }): string => orderId));
        cursor = page.body.hasMore ? page.body.cursor : null;
      } while (cursor);
      expect(seen).toEqual(ids);
    }
    expect((await getOrders(collector.userId, { type: "sales" })).body).toEqual({
      items: [],
      cursor: null,
      hasMore: false,
    });
    expect((await getOrders(collector.userId)).body.items).toHaveLength(5);
    const [sale] = (await getOrders(painter.userId, { type: "sales" })).body.items;
    expect(sale?.buyer).toMatchObject({ name: collector.name });
  });

  test.each(["purchases", "sales"] as const)("of 20 %s of the maximum size take four table calls", async (type) => {
    const [painter, collector] = [await given.user(), await given.user()];
    const title = "t".repeat(LIMITS.artworkTitle.max);
    const facts = { buyerId: collector.userId, sellerId: painter.userId, title };
    const company = "c".repeat(LIMITS.licenseCompany.max);
    for (let nth = 0; nth < 25; nth++) await putOrder(api, { ...facts, company });
    const userId = type === "purchases" ? collector.userId : painter.userId;
    const metered = await meter(() => getOrders(userId, { type }));
    expect(metered.result.body.items).toHaveLength(20);
    expect(metered.calls).toEqual([
      SESSION_CHECK.call,
      "QueryCommand",
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "BatchGetItemCommand",
    ]);
    expect(metered.readUnits).toBeLessThanOrEqual(SESSION_CHECK.readUnits + 22);
  });

  test.each([
    [{ type: "gifts" }, { type: MESSAGES.invalid }],
    [{ cursor: "last" }, { cursor: MESSAGES.invalidUuid }],
    [{ limit: 51 }, { limit: MESSAGES.invalid }],
  ])("refuse %o", async (query, fields) => {
    const refused = await getOrders(buyer.userId, query);
    expect([refused.status, refused.failure.fields]).toEqual([400, fields]);
  });
});

describe("the caller's licences of an artwork", () => {
  test("are the caller's own only, newest first, including revoked ones", async () => {
    const collector = await given.user();
    const artworkId = api.services.newId();
    const facts = { sellerId: artist.userId, buyerId: collector.userId, artworkId };
    const first = await putOrder(api, { ...facts, status: "refunded" });
    const second = await putOrder(api, facts);
    await putOrder(api, { ...facts, artworkId: api.services.newId() });
    await putOrder(api, { ...facts, buyerId: buyer.userId });
    const { body } = await api.call(listLicenses, { as: collector.userId, params: { artworkId } });
    expect(body.items.map(({ orderId, status }) => [orderId, status])).toEqual([
      [second.orderId, "valid"],
      [first.orderId, "revoked"],
    ]);
    expect(body.items[0]).toHaveProperty("assigneeIdentifier", second.assigneeIdentifier);
    const sellerReply = await api.call(listLicenses, { as: artist.userId, params: { artworkId } });
    expect(sellerReply.body.items).toEqual([]);
  });
});
