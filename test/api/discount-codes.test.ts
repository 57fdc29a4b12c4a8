import { describe, expect, test } from "vitest";
import { closeAccount } from "#lambdas/areas/auth/close-account.ts";
import { readTrade } from "#lambdas/areas/personal-data/trade.ts";
import { createDiscount, findDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import {
  cancelIntent,
  createDiscountCode,
  endDiscountCode,
  listDiscountCodes,
  readCheckout,
  readDiscount,
  readLinkedDiscount,
} from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { ACCOUNT_THROTTLES, ADDRESS_THROTTLES } from "#shared/throttles.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();
let codes = 0;

const DAY = 24 * 60 * 60 * 1000;
const toDay = (days: number) => new Date(api.services.now().getTime() + days * DAY).toISOString().slice(0, 10);

const create = (as: string, form: object = {}) =>
  api.call(createDiscountCode, {
    as,
    params: { userId: as },
    body: { discountCode: `OWN-${++codes}-CODE`, discountPercent: 20, ...form },
  });

async function createCode(as: string, form: object = {}): Promise<DiscountCode> {
  const { status, body } = await create(as, form);
  expect(status).toBe(201);
  return body;
}

const list = async (as: string, query: object = {}) =>
  (await api.call(listDiscountCodes, { as, params: { userId: as }, query: { ...query } })).body;
const listUsed = async (as: string) => (await list(as)).items.map(({ used }: DiscountCode) => used);
const end = (as: string, discountId: string) => api.call(endDiscountCode, { as, params: { userId: as, discountId } });
const ask = async (discountCode: string, artworkId: string, as?: string) =>
  api.call(readDiscount, {
    as: as ?? (await given.user()).userId,
    body: { discountCode, artworkId },
    from: `10.2.${codes % 250}.${++codes % 250}`,
  });
const cancel = (as: string, intentId: string) => api.call(cancelIntent, { as, params: { userId: as, intentId } });

describe("a seller's discount code", () => {
  test("lowers the list price, from which the fees are computed, in payment, order, licence and ledger", async () => {
    const { seller, buyer, ...offered } = await shop.offer({ artworkPersonal: 50, artworkCommercial: 200 });
    const { discountCode } = await createCode(seller.userId, { discountPercent: 20 });

    const { body: found } = await ask(discountCode.toLowerCase(), offered.artworkId, buyer.userId);
    const amounts = { ...computeFees(4000), listPrice: 5000 };
    const { buyerFee, sellerFee, orderSpent, orderEarned, orderFee } = amounts;
    const lowered = toBreakdown(amounts);
    expect(found.percent).toBe(20);
    expect(found.amounts[0]).toEqual({ licenseType: "personal", ...lowered });

    const { discountId } = found;
    const { body: intent } = await shop.begin(offered, buyer.userId, { discountId });
    expect(intent.breakdown).toEqual(lowered);
    const { body: resumed } = await api.call(readCheckout, { as: buyer.userId, params: offered });
    expect(resumed.intent?.discountCode).toBe(discountCode);
    expect(await listUsed(seller.userId)).toEqual([1]);
    await shop.pay(intent.orderIntent);
    const { body: order } = await shop.place(intent.orderIntent, buyer.userId);
    expect(order).toMatchObject({ listPrice: 5000, orderSpent, buyerFee, discount: 0 });
    expect(order.license.licensePrice).toBe(4000);

    const sale = await api.call(readOrder, { as: seller.userId, params: { orderId: order.orderId } });
    expect(sale.body).toMatchObject({ listPrice: 5000, orderEarned, sellerFee });
    expect(sale.body.license.licensePrice).toBe(4000);
    const { totals, differences } = await readLedgers(api);
    expect([totals.booked, differences]).toEqual([{ spent: orderSpent, earned: orderEarned, fee: orderFee }, []]);
    api.stripe.capture();
    expect(await shop.getShare(intent.orderIntent)).toBe(orderEarned);
  });

  test("is returned as created, with inclusive days in UTC", async () => {
    const seller = await given.seller();
    const [from, until] = [toDay(2), toDay(5)];
    const { artworkId } = await given.artwork(seller.userId, { artworkTitle: "Dusk" });
    const form = { discountFrom: from, discountUntil: until, discountTotal: 30, discountArtwork: [artworkId] };
    expect(await createCode(seller.userId, { discountCode: " Spring-30 ", ...form })).toEqual({
      discountId: expect.any(String),
      discountCode: "Spring-30",
      discountPercent: 20,
      state: "scheduled",
      from: `${from}T00:00:00.000Z`,
      until: `${toDay(6)}T00:00:00.000Z`,
      discountTotal: 30,
      used: 0,
      discountArtwork: [{ artworkId, artworkTitle: "Dusk" }],
    });
  });

  test("lists its artworks by their title, and a deleted one without", async () => {
    const seller = await given.seller();
    const [kept, deleted] = [await given.artwork(seller.userId), await given.artwork(seller.userId)];
    await createCode(seller.userId, { discountArtwork: [kept.artworkId, deleted.artworkId] });
    const params = { artworkId: deleted.artworkId };
    expect((await api.call(deleteArtwork, { as: seller.userId, params })).status).toBe(204);
    const [listed] = (await list(seller.userId)).items;
    expect(listed?.discountArtwork).toEqual([
      { artworkId: kept.artworkId, artworkTitle: expect.stringMatching(/./) },
      { artworkId: deleted.artworkId, artworkTitle: null },
    ]);
  });

  test("never lowers a price below the minimum price of a licence", async () => {
    const { buyer, seller, ...offered } = await shop.offer({ artworkPersonal: 12 });
    const { discountCode } = await createCode(seller.userId, { discountPercent: 100 });
    const { body } = await ask(discountCode, offered.artworkId, buyer.userId);
    const { orderSpent } = computeFees(1000);
    expect(body.amounts[0]).toMatchObject({ licensePrice: 1000, listPrice: 1200, orderSpent });
  });

  test("is refused if it lowers no price, and not used up by a licence that it doesn't lower", async () => {
    const least = await shop.offer({ artworkPersonal: 10, artworkCommercial: 100 });
    const { discountCode, discountId } = await createCode(least.seller.userId);
    expect((await ask(discountCode, least.artworkId)).body.amounts[1]).toMatchObject({ licensePrice: 8000 });
    const { body } = await shop.begin(least, least.buyer.userId, { discountId });
    expect(body.breakdown).toEqual(toBreakdown(computeFees(1000)));
    expect(await listUsed(least.seller.userId)).toEqual([0]);

    const { artworkId } = await given.artwork(least.seller.userId, {
      artworkType: "commercial",
      artworkLicense: "personal",
      artworkPersonal: 10,
    });
    expect((await ask(discountCode, artworkId)).failure.code).toBe("discount_invalid");
  });

  test("applies only to the seller's own or the chosen artworks, and never to a free licence", async () => {
    const [mine, others] = [await shop.offer(), await shop.offer()];
    const chosen = await given.artwork(mine.seller.userId, { artworkType: "commercial", artworkPersonal: 30 });
    const free = await given.artwork(mine.seller.userId);
    const [all, some] = [
      await createCode(mine.seller.userId),
      await createCode(mine.seller.userId, { discountArtwork: [chosen.artworkId, free.artworkId] }),
    ];
    const getStatus = async (code: DiscountCode, { artworkId }: { artworkId: string }) =>
      (await ask(code.discountCode, artworkId)).status;
    expect([await getStatus(all, mine), await getStatus(all, chosen), await getStatus(some, chosen)]).toEqual([
      200, 200, 200,
    ]);
    expect([await getStatus(all, others), await getStatus(some, mine), await getStatus(some, free)]).toEqual([
      422, 422, 422,
    ]);
    // The payment checks the id itself, without the lookup.
    const begin = async (code: DiscountCode, offered: typeof mine) =>
      (await shop.begin(offered, others.buyer.userId, { discountId: code.discountId })).failure.code;
    expect([await begin(all, others), await begin(some, mine)]).toEqual(["discount_invalid", "discount_invalid"]);
  });

  test("is refused before its first and after its last day, and to a buyer who has used it", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const early = await createCode(seller.userId, { discountFrom: toDay(2) });
    const short = await createCode(seller.userId, { discountUntil: toDay(0) });
    const begin = async (discountId: string, as = buyer.userId) =>
      (await shop.begin(offered, as, { discountId })).failure?.code;
    expect((await ask(early.discountCode, offered.artworkId)).status).toBe(422);
    expect(await begin(early.discountId)).toBe("discount_invalid");
    await shop.purchase(offered, buyer.userId, { discountId: short.discountId });
    const again = await given.artwork(seller.userId, { artworkType: "commercial", artworkPersonal: 30 });
    const second = await shop.begin(again, buyer.userId, { discountId: short.discountId });
    expect(second.failure.code).toBe("discount_invalid");
    api.travel((2 * DAY) / 1000);
    expect(await begin(short.discountId, (await given.user()).userId)).toBe("discount_invalid");
    expect((await list(seller.userId)).items.map(({ state }: DiscountCode) => state)).toEqual(["ended", "active"]);
  });

  test("is used no more often than allowed by twenty concurrent buyers, and freed by a cancelled payment", async () => {
    const { seller, ...offered } = await shop.offer();
    const { discountId } = await createCode(seller.userId, { discountTotal: 1 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => given.user()));
    const outcomes = await Promise.all(
      buyers.map(async ({ userId }) => ({ userId, ...(await shop.begin(offered, userId, { discountId })) })),
    );
    const passed = outcomes.filter(({ status }) => status === 201);
    expect(passed).toHaveLength(1);
    expect(new Set(outcomes.flatMap(({ failure }) => failure?.code ?? []))).toEqual(new Set(["discount_invalid"]));
    expect((await list(seller.userId)).items[0]).toMatchObject({ used: 1, state: "usedUp" });
    const [winner] = passed;
    await cancel(winner?.userId ?? "", winner?.body.orderIntent ?? "");
    expect((await list(seller.userId)).items[0]).toMatchObject({ used: 0, state: "active" });
  });

  test("ends at once and for good, but still applies to a payment that has started", async () => {
    const { seller, buyer, ...offered } = await shop.offer({ artworkPersonal: 50, artworkCommercial: 200 });
    const { discountId, discountCode } = await createCode(seller.userId);
    const { body: intent } = await shop.begin(offered, buyer.userId, { discountId });
    expect([(await end(seller.userId, discountId)).status, (await end(seller.userId, discountId)).status]).toEqual([
      204, 204,
    ]);
    expect((await ask(discountCode, offered.artworkId)).failure.code).toBe("discount_invalid");
    await shop.pay(intent.orderIntent);
    expect((await shop.place(intent.orderIntent, buyer.userId)).body).toMatchObject({ listPrice: 5000 });
    expect((await list(seller.userId)).items[0]).toMatchObject({ state: "ended", used: 1 });
  });

  test("can be ended by its seller only, an operator's by no seller", async () => {
    const [seller, other] = [await given.seller(), await given.seller()];
    const { discountId } = await createCode(seller.userId);
    const platforms = api.services.newId();
    await createDiscount(api.services.table, {
      discountId: platforms,
      code: platforms,
      percent: 5,
      from: 0,
      perUser: 1,
    });
    for (const id of [discountId, platforms, api.services.newId()]) {
      const refused = await end(other.userId, id);
      expect([refused.status, refused.failure]).toEqual([
        404,
        { code: "discount_not_found", message: MESSAGES.discountNotFound, expose: true },
      ]);
    }
    expect((await list(other.userId)).items).toEqual([]);
  });

  test("is unique among all codes, the operators' included, ignoring case", async () => {
    const [seller, other] = [await given.seller(), await given.seller()];
    const discountId = api.services.newId();
    await createDiscount(api.services.table, { discountId, code: "Platform-1", percent: 5, from: 0, perUser: 1 });
    const { discountCode } = await createCode(seller.userId);
    for (const taken of [discountCode.toLowerCase(), "PLATFORM-1"]) {
      const refused = await create(other.userId, { discountCode: taken });
      expect([refused.status, refused.failure]).toEqual([
        409,
        {
          code: "discount_taken",
          message: MESSAGES.discountTaken,
          expose: true,
          fields: { discountCode: MESSAGES.discountTaken },
        },
      ]);
    }
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => create((nth % 2 ? seller : other).userId, { discountCode: "ONLY-ONE" })),
    );
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test("can be created by sellers only", async () => {
    const refused = await create((await given.user()).userId);
    expect([refused.status, refused.failure.code]).toEqual([409, "onboarding_not_begun"]);
  });

  test.each([
    [{ discountCode: "ABC" }, { discountCode: MESSAGES.discountCodeShape }],
    [{ discountCode: "X".repeat(51) }, { discountCode: MESSAGES.discountCodeShape }],
    [{ discountCode: "SPRING 20" }, { discountCode: MESSAGES.discountCodeShape }],
    [{ discountCode: "----" }, { discountCode: MESSAGES.discountCodeShape }],
    [{ discountCode: undefined }, { discountCode: MESSAGES.required }],
    [{ discountPercent: 0 }, { discountPercent: MESSAGES.notPositiveInteger }],
    [{ discountPercent: 101 }, { discountPercent: MESSAGES.discountPercentRange }],
    [{ discountPercent: 12.5 }, { discountPercent: MESSAGES.notPositiveInteger }],
    [{ discountFrom: "2026-02-30" }, { discountFrom: MESSAGES.invalidDate }],
    [{ discountFrom: "2099-01-02", discountUntil: "2099-01-01" }, { discountFrom: MESSAGES.startAfterEnd }],
    [{ discountUntil: "2020-01-01" }, { discountUntil: MESSAGES.discountOver }],
    [{ discountTotal: 0 }, { discountTotal: MESSAGES.notPositiveInteger }],
    [{ discountTotal: 100_001 }, { discountTotal: MESSAGES.invalid }],
    [{ discountArtwork: [] }, { discountArtwork: MESSAGES.required }],
    [{ discountArtwork: "all" }, { discountArtwork: MESSAGES.invalid }],
  ])("of %j is refused", async (form, fields) => {
    const refused = await create((await given.seller()).userId, form);
    expect([refused.status, refused.failure.fields]).toEqual([400, fields]);
  });

  test("can name fifty artworks, each visible and the seller's own", async () => {
    const [seller, other] = [await given.seller(), await given.seller()];
    const [own, hidden, foreign] = [
      await given.artwork(seller.userId),
      await given.artwork(seller.userId),
      await given.artwork(other.userId),
    ];
    const params = { artworkId: hidden.artworkId };
    await api.call(updateArtwork, { as: seller.userId, params, body: { artworkVisibility: "invisible" } });
    const getRefusal = async (discountArtwork: readonly string[]) =>
      (await create(seller.userId, { discountArtwork })).failure?.fields;
    for (const artworkId of [foreign.artworkId, hidden.artworkId, api.services.newId()]) {
      expect(await getRefusal([own.artworkId, artworkId])).toEqual({ discountArtwork: MESSAGES.notOwnVisible });
    }
    expect(await getRefusal(Array.from({ length: 51 }, () => own.artworkId))).toEqual({
      discountArtwork: MESSAGES.tooManyDiscounted,
    });
    const many = await createCode(seller.userId, { discountArtwork: Array.from({ length: 50 }, () => own.artworkId) });
    expect(many.discountArtwork?.map(({ artworkId }) => artworkId)).toEqual([own.artworkId]);
  });

  test("can't be guessed by creating codes, because that is rate limited", async () => {
    const seller = await given.seller();
    const { count, seconds } = ACCOUNT_THROTTLES.discountCode;
    api.startWindow(seconds);
    for (let nth = 0; nth < count; nth++) await create(seller.userId, { discountPercent: 0 });
    // Invalid forms don't count.
    await createCode(seller.userId);
    for (let nth = 1; nth < count; nth++) await create(seller.userId, { discountCode: "ONLY-ONE" });
    expect((await create(seller.userId)).status).toBe(429);
  });

  test("is listed in pages, the newest first", async () => {
    const seller = await given.seller();
    const all = [];
    for (let nth = 0; nth < 3; nth++) all.unshift((await createCode(seller.userId)).discountId);
    const listIds = ({ items }: { items: readonly DiscountCode[] }) => items.map(({ discountId }) => discountId);
    const first = await list(seller.userId, { limit: 2 });
    expect([listIds(first), first.hasMore]).toEqual([all.slice(0, 2), true]);
    const rest = await list(seller.userId, { limit: 2, cursor: first.cursor });
    expect([listIds(rest), rest.hasMore]).toEqual([all.slice(2), false]);
  });

  test("is part of its seller's data export only", async () => {
    const [seller, other] = [await given.seller(), await given.seller()];
    const { discountCode, discountId } = await createCode(seller.userId, { discountTotal: 5 });
    const exportCodes = async (userId: string) => (await readTrade(api.services.table, userId)).sections.ownDiscounts;
    expect(await exportCodes(seller.userId)).toEqual([
      expect.objectContaining({ code: discountCode, discountId, percent: 20, total: 5, used: 0 }),
    ]);
    expect(await exportCodes(other.userId)).toEqual([]);
  });

  test("ends with its seller's account", async () => {
    const { seller } = await shop.offer();
    const { discountId } = await createCode(seller.userId);
    const user = await findUser(api.services.table, seller.userId);
    if (!user) throw new Error("The seller isn't there");
    expect(await closeAccount(api.services.table, user, api.services.now())).toBeUndefined();
    await api.processEvents();
    const left = await findDiscount(api.services.table, { discountId });
    expect(left).toMatchObject({ until: expect.any(Number) });
    expect(left?.ofSeller).toBeUndefined();
  });
});

describe("the code of a link", () => {
  const read = (
    username: string,
    discountCode: string,
    { token, from = "10.4.0.1" }: { readonly token?: string | undefined; readonly from?: string } = {},
  ) => api.call(readLinkedDiscount, { ...(token ? { token } : {}), query: { username, discountCode }, from });

  test("tells visitors its percentage and the artwork it is for", async () => {
    const { seller, artworkId } = await shop.offer();
    const { discountCode } = await createCode(seller.userId, { discountArtwork: [artworkId] });
    const { status, body } = await read(seller.name, discountCode.toLowerCase());
    expect(status).toBe(200);
    expect(body).toEqual({
      discountCode,
      discountPercent: 20,
      state: "active",
      isSellers: true,
      artworkIds: [artworkId],
    });
  });

  test("of an operator is for every artist's work", async () => {
    const { seller } = await shop.offer();
    const code = { discountId: api.services.newId(), code: "WELCOME-10", percent: 10, from: 0, perUser: 1 };
    await createDiscount(api.services.table, code);
    const { body } = await read(seller.name, "WELCOME-10");
    expect(body).toMatchObject({ discountPercent: 10, isSellers: false, artworkIds: null });
  });

  test("tells who has used it, and everyone once it has ended or is used up", async () => {
    const [{ seller, ...offered }, buyer] = [await shop.offer(), await given.member()];
    const [twice, once] = [
      await createCode(seller.userId, { discountTotal: 2 }),
      await createCode(seller.userId, { discountTotal: 1 }),
    ];
    const getState = async ({ discountCode }: DiscountCode, token?: string) =>
      (await read(seller.name, discountCode, { token })).body.state;
    expect(await getState(twice, buyer.token)).toBe("active");
    await shop.begin(offered, buyer.userId, { discountId: twice.discountId });
    expect(await getState(twice, buyer.token)).toBe("used");
    expect(await getState(twice)).toBe("active");
    await shop.begin(offered, (await given.user()).userId, { discountId: once.discountId });
    expect(await getState(once)).toBe("usedUp");
    await end(seller.userId, twice.discountId);
    expect(await getState(twice, buyer.token)).toBe("ended");
  });

  test("of another artist or nobody is unknown, and can't be guessed", async () => {
    const [{ seller }, other] = [await shop.offer(), await given.seller()];
    const { discountCode } = await createCode(seller.userId);
    const { count, seconds } = ADDRESS_THROTTLES.linkedCode;
    api.startWindow(seconds);
    const from = "10.4.0.2";
    for (let nth = 1; nth <= count; nth++) {
      expect((await read(seller.name, discountCode, { from })).status).toBe(200);
      expect(
        (await read(nth % 2 ? other.name : seller.name, nth % 2 ? discountCode : "NO-SUCH", { from })).status,
      ).toBe(404);
    }
    expect((await read(seller.name, discountCode, { from })).status).toBe(429);
  });
});
