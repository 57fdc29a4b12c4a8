import { describe, expect, test } from "vitest";
import { blockArtwork, unblockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { readTrade } from "#lambdas/areas/personal-data/trade.ts";
import { hashTerms } from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { liftSuspension, suspendAccount } from "#lambdas/areas/users/suspension.ts";
import { announceMessages } from "#lambdas/events/streams/announce-messages.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { redirectPreviews } from "#lambdas/events/streams/redirect-previews.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { readOrderRecord } from "#shared/contract/admin.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { listLicenses, listOwnership, readCertificate, readOrder, verifyLicense } from "#shared/contract/licenses.ts";
import {
  blockPerson,
  listThreads,
  makeOffer,
  readOffer,
  readThread,
  readUnreadThreads,
  requestArtworkOffer,
  requestOffer,
  startThread,
  unblockPerson,
} from "#shared/contract/messages.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { listIntents, placeOrder, readOfferCheckout, withdrawOffer } from "#shared/contract/orders.ts";
import { readSelection } from "#shared/contract/sales.ts";
import { formatLicenseTerms } from "#shared/license-terms.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { freeArtwork, pricedArtwork } from "#test/support/given.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { createOperators } from "#test/support/operators.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();

type Sides = Awaited<ReturnType<typeof talk>>;

/** A seller and a buyer who asked about the seller's work. */
async function talk(form: object = {}) {
  const { seller, buyer, ...offered } = await shop.offer(form);
  const { body } = await api.call(startThread, {
    as: buyer.userId,
    body: { subject: "artwork", subjectId: offered.artworkId, messageContent: "May I use it on a cover?" },
  });
  return { seller, buyer, offered, threadId: body.threadId };
}

const item = (artworkId: string, fields: object = {}) => ({
  artworkId,
  licenseUsage: "personal",
  licenseType: "commercial",
  offerPrice: 120,
  ...fields,
});

const make = ({ seller, offered, threadId }: Sides, form: object = {}, as = seller.userId, key?: string) =>
  api.call(makeOffer, {
    as,
    params: { threadId },
    body: { offerItems: [item(offered.artworkId)], offerDays: 7, ...form },
    ...(key ? { headers: { "idempotency-key": key } } : {}),
  });

const read = (offerId: string, as: string) => api.call(readOffer, { as, params: { offerId } });
const withdraw = (offerId: string, as: string) => api.call(withdrawOffer, { as, params: { offerId } });
const accept = ({ offered, buyer }: Sides, offerId: string, form: object = {}, key?: string) =>
  shop.begin(offered, buyer.userId, { offerId, ...form }, key);

/** A paid and placed order of an offer. */
async function buy(sides: Sides, offerId: string, form: object = {}) {
  const { status, body } = await accept(sides, offerId, form);
  expect(status).toBe(201);
  await shop.pay(body.orderIntent);
  const placed = await shop.place(body.orderIntent, sides.buyer.userId);
  expect(placed.status).toBe(201);
  return { ...placed.body, orderIntent: body.orderIntent };
}

/** A further visible work of the seller. */
const further = ({ seller }: Sides, form: object = {}) => given.artwork(seller.userId, { ...pricedArtwork, ...form });

describe("an offer", () => {
  test("is seen by its two sides with what the buyer pays, and by nobody else", async () => {
    const sides = await talk();
    const { status, body } = await make(sides, { offerTerms: "Cover of one issue, 5,000 copies." });
    expect(status).toBe(201);
    const amounts = computeFees(12_000);
    expect(body).toMatchObject({
      status: "open",
      own: true,
      paying: false,
      terms: "Cover of one issue, 5,000 copies.",
      exclusive: false,
      items: [{ artworkId: sides.offered.artworkId, artworkTitle: "Dunes at noon", licensePrice: 12_000 }],
      breakdown: toBreakdown(amounts),
      orderEarned: amounts.orderEarned,
    });
    const seen = (await read(body.offerId, sides.buyer.userId)).body;
    expect(seen).toMatchObject({ own: false, status: "open", artist: { id: sides.seller.userId } });
    expect(seen.orderEarned).toBeUndefined();
    const stranger = await given.user();
    expect((await read(body.offerId, stranger.userId)).status).toBe(404);
    expect((await withdraw(body.offerId, stranger.userId)).status).toBe(404);
    expect((await withdraw(body.offerId, sides.buyer.userId)).status).toBe(403);
  });

  test("is a message of the conversation, unread for the buyer, who is notified", async () => {
    const follow = createStreamProcessor(MarketplaceTable.getName(), [
      (event) => announceMessages(event, api.services),
    ]);
    const sides = await talk();
    const { body } = await make(sides);
    await follow();
    await api.processEvents();
    const thread = (await api.call(readThread, { as: sides.buyer.userId, params: { threadId: sides.threadId } })).body;
    expect(thread.items[0]).toMatchObject({
      kind: "offer",
      own: false,
      content: "Commercial license for personal use to “Dunes at noon”, $120",
      offer: { offerId: body.offerId, status: "open" },
    });
    const [listed] = (await api.call(listThreads, { as: sides.buyer.userId })).body.items;
    expect(listed).toMatchObject({ unread: 1, latest: { kind: "offer" } });
    expect((await api.call(readUnreadThreads, { as: sides.buyer.userId })).body.count).toBe(1);
    const { items } = (
      await api.call(previousNotifications, {
        as: sides.buyer.userId,
        params: { userId: sides.buyer.userId },
        query: { limit: 5 },
      })
    ).body;
    expect(items).toMatchObject([{ type: "message", messageKind: "offer", ref: sides.threadId }]);
  });

  test("is made once, however often the same call is repeated", async () => {
    const sides = await talk();
    const [first, second] = [await make(sides, {}, undefined, "once"), await make(sides, {}, undefined, "once")];
    expect(second.body.offerId).toBe(first.body.offerId);
    expect((await make(sides)).body.offerId).not.toBe(first.body.offerId);
  });

  test("and a request are answered as the first time when repeated, though the work changed or is deleted", async () => {
    const sides = await talk();
    const { seller, buyer, offered, threadId } = sides;
    const ask = () =>
      api.call(requestOffer, {
        as: buyer.userId,
        params: { threadId },
        body: { artworkId: offered.artworkId, requestUsage: "Book cover" },
        headers: { "idempotency-key": "asked" },
      });
    const [asked, made] = [await ask(), await make(sides, {}, undefined, "once")];
    const edited = { ...pricedArtwork, artworkTitle: "Later", expectedVersion: offered.versionId };
    expect((await api.call(updateArtwork, { as: seller.userId, params: offered, body: edited })).status).toBe(200);
    expect((await ask()).body.messageId).toBe(asked.body.messageId);
    await api.call(deleteArtwork, { as: seller.userId, params: offered });
    expect((await ask()).body.messageId).toBe(asked.body.messageId);
    const again = await make(sides, {}, undefined, "once");
    expect([again.status, again.body.offerId]).toEqual([201, made.body.offerId]);
  });

  test("has bounds, each with its message", async () => {
    const sides = await talk();
    const { artworkId } = sides.offered;
    const { price, days, terms, items } = LIMITS.offer;
    const findFields = async (form: object) => (await make(sides, form)).failure.fields;
    const priced = (offerPrice: unknown) => ({ offerItems: [item(artworkId, { offerPrice })] });
    for (const wrong of [0, 10.5, price.min - 1, price.max + 1]) {
      expect(Object.values((await findFields(priced(wrong))) ?? {})).toEqual([MESSAGES.offerPriceRange]);
    }
    expect(await findFields({ offerDays: days.min - 1 })).toHaveProperty("offerDays");
    expect(await findFields({ offerDays: days.max + 1 })).toEqual({ offerDays: MESSAGES.offerDaysRange });
    expect(await findFields({ offerTerms: "x".repeat(terms + 1) })).toEqual({ offerTerms: formatTooLong(terms) });
    expect(await findFields({ offerTerms: " \u200b\n" })).toEqual({ offerTerms: MESSAGES.offerTermsBlank });
    expect(await findFields({ offerItems: [] })).toEqual({ offerItems: MESSAGES.required });
    expect(await findFields({ offerItems: [item(artworkId), item(artworkId)] })).toEqual({
      offerItems: MESSAGES.offerWorkTwice,
    });
    const many = Array.from({ length: items + 1 }, () => item(api.services.newId()));
    expect(await findFields({ offerItems: many })).toEqual({ offerItems: MESSAGES.offerTooLong });
    for (const offerPrice of [price.min, price.max]) expect((await make(sides, priced(offerPrice))).status).toBe(201);
    for (const offerDays of [days.min, days.max]) expect((await make(sides, { offerDays })).status).toBe(201);
  });

  test("is for one's own works, by the conversation's artist with payouts, and to nobody who is blocked", async () => {
    const sides = await talk();
    const other = await shop.offer();
    const stranger = await given.user();
    expect((await make(sides, {}, stranger.userId)).failure.code).toBe("thread_not_found");
    expect((await make(sides, {}, sides.buyer.userId)).failure.code).toBe("offer_not_own");
    for (const artworkId of [other.artworkId, api.services.newId()]) {
      const { status, failure } = await make(sides, { offerItems: [item(artworkId)] });
      expect([status, failure.code]).toEqual([403, "offer_not_own"]);
    }
    const params = { userId: sides.buyer.userId, personId: sides.seller.userId };
    await api.call(blockPerson, { as: sides.buyer.userId, params });
    expect((await make(sides)).failure.code).toBe("message_refused");
    await api.call(unblockPerson, { as: sides.buyer.userId, params });
    expect((await make(sides)).status).toBe(201);

    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const { body } = await api.call(startThread, {
      as: fan.userId,
      body: { subject: "artwork", subjectId: artworkId, messageContent: "Hello" },
    });
    const form = { offerItems: [item(artworkId)], offerDays: 7 };
    const refused = await api.call(makeOffer, { as: artist.userId, params: { threadId: body.threadId }, body: form });
    expect(refused.failure.code).toBe("commercial_unavailable");
  });

  test("can be asked for by the buyer, fact by fact", async () => {
    const sides = await talk();
    const ask = (as: string, form: object = {}) =>
      api.call(requestOffer, {
        as,
        params: { threadId: sides.threadId },
        body: { artworkId: sides.offered.artworkId, requestUsage: "Book cover", ...form },
      });
    const { status, body } = await ask(sides.buyer.userId, { requestBudget: 400, requestDeadline: "2126-12-24" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "request",
      content: "Price for: “Dunes at noon”\nUsage: Book cover\nBudget: $400\nNeeded by: 24 December 2126",
    });
    expect((await ask(sides.seller.userId)).failure.code).toBe("offer_not_asked");
    const { budget } = LIMITS.offerRequest;
    expect(
      (await ask(sides.buyer.userId, { requestUsage: " ", requestBudget: budget.max + 1 })).failure.fields,
    ).toEqual({
      requestUsage: MESSAGES.required,
      requestBudget: MESSAGES.offerBudgetRange,
    });
    expect((await ask(sides.buyer.userId, { requestBudget: budget.max })).status).toBe(201);
    const other = await shop.offer();
    expect((await ask(sides.buyer.userId, { artworkId: other.artworkId })).failure.code).toBe("artwork_not_found");
  });

  test("can be needed by a day to come, or by one that may be today in the buyer's time zone", async () => {
    const sides = await talk();
    const { artworkId } = sides.offered;
    const askFor = (requestDeadline: string) => {
      const body = { artworkId, requestUsage: "Book cover", requestDeadline };
      return api.call(requestOffer, { as: sides.buyer.userId, params: { threadId: sides.threadId }, body });
    };
    const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [-1, 0]) expect((await askFor(daysAhead(days))).status).toBe(201);
    expect((await askFor(daysAhead(-2))).failure.fields).toEqual({ requestDeadline: MESSAGES.offerNeededInPast });
  });

  test("can be asked for from a work's page, which starts the conversation once", async () => {
    const { seller, buyer, artworkId } = await shop.offer();
    const ask = (as: string, key: string) =>
      api.call(requestArtworkOffer, {
        as,
        params: { artworkId },
        body: { requestUsage: "Book cover" },
        headers: { "idempotency-key": key },
      });
    const [asked, repeated] = [await ask(buyer.userId, "first"), await ask(buyer.userId, "first")];
    expect([asked.status, repeated.body]).toEqual([201, asked.body]);
    const { threadId, message } = asked.body;
    expect(message).toMatchObject({ kind: "request", content: "Price for: “Dunes at noon”\nUsage: Book cover" });
    expect((await ask(buyer.userId, "second")).body.threadId).toBe(threadId);
    const { items } = (await api.call(readThread, { as: seller.userId, params: { threadId } })).body;
    expect(items.map(({ kind }) => kind)).toEqual(["request", "request"]);
    expect((await ask(seller.userId, "own")).failure.code).toBe("own_artwork");
    await api.call(blockPerson, { as: seller.userId, params: { userId: seller.userId, personId: buyer.userId } });
    expect((await ask(buyer.userId, "third")).failure.code).toBe("message_refused");
  });
});

describe("buying an offer", () => {
  test("sells what was offered, though its artist changed price, picture's text and visibility", async () => {
    const sides = await talk();
    const { seller, buyer, offered } = sides;
    const terms = "Cover of one issue.\n5,000 copies.";
    const { offerId } = (await make(sides, { offerTerms: terms })).body;
    const change = { ...pricedArtwork, artworkTitle: "Later", artworkPersonal: 900, artworkCommercial: 1000 };
    const edited = { ...change, artworkVisibility: "invisible", expectedVersion: offered.versionId };
    expect((await api.call(updateArtwork, { as: seller.userId, params: offered, body: edited })).status).toBe(200);
    const { orderIntent, ...order } = await buy(sides, offerId);
    const amounts = computeFees(12_000);
    expect(order).toMatchObject({
      artwork: { title: "Dunes at noon", versionId: offered.versionId },
      license: { licensePrice: 12_000, licenseType: "commercial", licenseTerms: terms },
      orderSpent: amounts.orderSpent,
      buyerFee: amounts.buyerFee,
    });
    const payment = await api.provider.paymentIntents.retrieve(orderIntent);
    expect(payment).toMatchObject({ amount: amounts.orderSpent, application_fee_amount: amounts.orderFee });
    expect((await read(offerId, seller.userId)).body).toMatchObject({ status: "bought", orderId: order.orderId });
    const again = await accept(sides, offerId);
    expect([again.status, again.failure.code]).toEqual([409, "offer_bought"]);
    const { body: certificate } = await api.call(readCertificate, {
      as: buyer.userId,
      params: { orderId: order.orderId },
    });
    expect(certificate.payload.termsHash).toBe(hashTerms("commercial", { licenseTerms: terms }));
    expect(certificate.payload.termsHash).not.toBe(hashTerms("commercial"));
    expect(certificate.terms).toBe(formatLicenseTerms("commercial", { licenseTerms: terms }));
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("is refused once it is withdrawn, over, or its work deleted, and while one side has blocked the other", async () => {
    const withdrawn = await talk();
    const first = (await make(withdrawn)).body.offerId;
    expect((await withdraw(first, withdrawn.seller.userId)).status).toBe(204);
    expect((await withdraw(first, withdrawn.seller.userId)).status).toBe(204);
    expect((await read(first, withdrawn.buyer.userId)).body.status).toBe("withdrawn");
    const refused = await accept(withdrawn, first);
    expect([refused.status, refused.failure.code]).toEqual([410, "offer_ended"]);

    const deleted = await talk();
    const second = (await make(deleted)).body.offerId;
    await api.call(deleteArtwork, { as: deleted.seller.userId, params: deleted.offered });
    expect((await read(second, deleted.buyer.userId)).body).toMatchObject({
      status: "withdrawn",
      items: [{ picture: null }],
    });
    expect((await accept(deleted, second)).failure.code).toBe("offer_ended");

    const blocked = await talk();
    const third = (await make(blocked)).body.offerId;
    const params = { userId: blocked.seller.userId, personId: blocked.buyer.userId };
    await api.call(blockPerson, { as: blocked.seller.userId, params });
    expect((await accept(blocked, third)).failure.code).toBe("offer_ended");
    await api.call(unblockPerson, { as: blocked.seller.userId, params });

    api.travel(7 * 24 * 60 * 60);
    expect((await read(third, blocked.buyer.userId)).body.status).toBe("expired");
    expect((await accept(blocked, third)).failure.code).toBe("offer_ended");
    const stranger = await given.user();
    expect((await shop.begin(blocked.offered, stranger.userId, { offerId: third })).failure.code).toBe(
      "offer_not_found",
    );
  });

  test("is refused while its work is taken down or its artist suspended, as both sides see", async () => {
    const sides = await talk();
    const { offerId } = (await make(sides)).body;
    const expectEnded = async (isEnded: boolean) => {
      const status = isEnded ? "withdrawn" : "open";
      for (const { userId } of [sides.buyer, sides.seller]) {
        expect((await read(offerId, userId)).body.status).toBe(status);
      }
      if (isEnded) expect((await accept(sides, offerId)).status).toBe(410);
    };
    const { services } = api;
    await blockArtwork(services, sides.offered.artworkId, "artwork");
    await expectEnded(true);
    await unblockArtwork(services, sides.offered.artworkId, "artwork");
    await expectEnded(false);

    const { userId } = sides.seller;
    const suspensionId = crypto.randomUUID();
    const at = services.now().toISOString();
    await suspendAccount(services.table, userId, {
      suspensionId,
      at,
      reason: "Spam",
      rule: "terms",
      operatorId: userId,
    });
    await expectEnded(true);
    await liftSuspension(services.table, userId, { suspensionId, liftedAt: at, liftReason: "A mistake" });
    await expectEnded(false);
  });

  test("keeps it from being withdrawn until the payment ends; one that began in time still finishes", async () => {
    const sides = await talk();
    const { offerId } = (await make(sides, { offerDays: 1 })).body;
    api.travel(24 * 60 * 60 - 60);
    const { body } = await accept(sides, offerId);
    expect((await read(offerId, sides.seller.userId)).body).toMatchObject({ status: "open", paying: true });
    expect((await withdraw(offerId, sides.seller.userId)).failure.code).toBe("offer_paying");
    api.travel(120);
    await shop.pay(body.orderIntent);
    expect((await shop.place(body.orderIntent, sides.buyer.userId)).status).toBe(201);
    expect((await withdraw(offerId, sides.seller.userId)).failure.code).toBe("offer_bought");

    const canceled = await talk();
    const other = (await make(canceled)).body.offerId;
    const started = (await accept(canceled, other)).body;
    const [listed] = (
      await api.call(listIntents, { as: canceled.buyer.userId, params: { userId: canceled.buyer.userId } })
    ).body.items;
    expect(listed).toMatchObject({ offerId: other });
    expect((await shop.cancel(started.orderIntent, canceled.buyer.userId)).status).toBe(204);
    expect((await withdraw(other, canceled.seller.userId)).status).toBe(204);
  });

  test("that expired doesn't keep it from being withdrawn: it is ended then", async () => {
    const sides = await talk();
    const offerItems = [sides.offered, await further(sides)].map(({ artworkId }) => item(artworkId));
    const { offerId } = (await make(sides, { offerItems })).body;
    const { body } = await accept(sides, offerId);
    api.travel(LIFETIMES.paymentLock + 1);
    for (const { userId } of [sides.seller, sides.buyer]) {
      expect((await read(offerId, userId)).body).toMatchObject({ status: "open", paying: false });
    }
    expect((await withdraw(offerId, sides.seller.userId)).status).toBe(204);
    await expect(shop.pay(body.orderIntent)).rejects.toThrow();
    expect((await read(offerId, sides.buyer.userId)).body).toMatchObject({ status: "withdrawn", paying: false });
  });

  test("that expired may have been paid in time: then the offer is bought", async () => {
    const sides = await talk();
    const { offerId } = (await make(sides)).body;
    const { body } = await accept(sides, offerId);
    await shop.pay(body.orderIntent);
    api.travel(LIFETIMES.paymentLock + 1);
    expect((await withdraw(offerId, sides.seller.userId)).failure.code).toBe("offer_bought");
    expect((await read(offerId, sides.seller.userId)).body.status).toBe("bought");
  });

  test("returns the same payment for a repeated call, and lets another replace it once it is over", async () => {
    const sides = await talk();
    const { offerId } = (await make(sides)).body;
    const [first, second] = [await accept(sides, offerId, {}, "key"), await accept(sides, offerId, {}, "key")];
    expect(second.body.orderIntent).toBe(first.body.orderIntent);
    expect((await accept(sides, offerId)).failure.code).toBe("payment_open");
    const page = (await api.call(readOfferCheckout, { as: sides.buyer.userId, params: { offerId } })).body;
    expect(page).toMatchObject({ offer: { offerId }, intent: { orderIntent: first.body.orderIntent } });
    api.travel(LIFETIMES.paymentLock + 1);
    const third = await accept(sides, offerId);
    expect(third.status).toBe(201);
    expect(third.body.orderIntent).not.toBe(first.body.orderIntent);
  });

  test("follows the rules about duplicates unless it has terms of its own", async () => {
    const sides = await talk();
    const standard = (await make(sides)).body.offerId;
    const own = (await make(sides, { offerTerms: "For the second edition too." })).body.offerId;
    await buy(sides, standard);
    const repeated = (await make(sides)).body.offerId;
    expect((await accept(sides, repeated)).failure.code).toBe("license_already_exists");
    const lesser = [item(sides.offered.artworkId, { licenseType: "personal" })];
    const superseded = (await make(sides, { offerItems: lesser })).body.offerId;
    expect((await accept(sides, superseded)).failure.code).toBe("license_type_superseded");
    await buy(sides, own);
    const { items } = (
      await api.call(listLicenses, { as: sides.buyer.userId, params: { artworkId: sides.offered.artworkId } })
    ).body;
    expect(items.map(({ status }) => status)).toEqual(["valid", "valid"]);
    // A licence of its own doesn't stand in the way of a standard one.
    const alone = await talk();
    await buy(alone, (await make(alone, { offerTerms: "Only here." })).body.offerId);
    expect((await shop.begin(alone.offered, alone.buyer.userId, { licenseType: "commercial" })).status).toBe(201);
  });

  test("for a company needs its name, and then issues an invoice to it", async () => {
    const sides = await talk();
    const offerItems = [item(sides.offered.artworkId, { licenseUsage: "business" })];
    const { offerId } = (await make(sides, { offerItems })).body;
    expect((await accept(sides, offerId)).failure.fields).toEqual({ licenseCompany: MESSAGES.required });
    const order = await buy(sides, offerId, { licenseCompany: "Acme Books", billingReference: "PO 7" });
    expect(order.license).toMatchObject({ licenseUsage: "business", licenseCompany: "Acme Books" });
    const personal = await talk();
    const other = (await make(personal)).body.offerId;
    expect((await accept(personal, other, { licenseCompany: "Acme Books" })).failure.fields).toEqual({
      licenseCompany: MESSAGES.invalid,
    });
  });
});

describe("an offer of several works", () => {
  async function bundle(form: object = {}) {
    const sides = await talk();
    const [second, third] = [
      await further(sides, { artworkTitle: "Reeds" }),
      await given.artwork(sides.seller.userId, { ...freeArtwork, artworkTitle: "Shore" }),
    ];
    const artworkIds = [sides.offered.artworkId, second.artworkId, third.artworkId];
    const offerItems = artworkIds.map((artworkId, at) => item(artworkId, { offerPrice: 100 + at }));
    const { body } = await make(sides, { offerItems, ...form });
    return { ...sides, artworkIds, second, offerId: body.offerId };
  }

  test("is one payment and one order with a licence and a certificate each", async () => {
    const sides = await bundle();
    const { buyer, seller, artworkIds, offerId } = sides;
    const order = await buy(sides, offerId);
    const amounts = computeFees(30_300);
    expect(order).toMatchObject({ orderSpent: amounts.orderSpent, buyerFee: amounts.buyerFee });
    expect(order.items?.map(({ artwork, license }) => [artwork.id, license.licensePrice])).toEqual(
      artworkIds.map((artworkId, at) => [artworkId, (100 + at) * 100]),
    );
    const fingerprints = order.items?.map(({ license }) => license.licenseFingerprint) ?? [];
    expect(new Set(fingerprints).size).toBe(3);
    for (const [at, { license, artwork }] of (order.items ?? []).entries()) {
      const { orderId } = license;
      const { body } = await api.call(readCertificate, { as: buyer.userId, params: { orderId } });
      expect(body.payload).toMatchObject({ artworkId: artworkIds[at], licensePrice: (100 + at) * 100 });
      const verified = await api.call(verifyLicense, { body: { licenseFingerprint: license.licenseFingerprint } });
      expect(verified.body).toMatchObject({ status: "valid", artworkTitle: artwork.title });
      expect((await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body.orderId).toBe(order.orderId);
    }
    const gallery = (await api.call(listOwnership, { as: buyer.userId, params: { userId: buyer.userId } })).body;
    expect(gallery.items.map(({ artworkId }) => artworkId).sort()).toEqual([...artworkIds].sort());
    const { items } = (await api.call(listLicenses, { as: buyer.userId, params: { artworkId: artworkIds[2] ?? "" } }))
      .body;
    expect(items).toMatchObject([{ licensePrice: 10_200, status: "valid" }]);
    api.stripe.capture();
    await shop.deliver();
    expect((await readLedgers(api)).differences).toEqual([]);

    expect((await shop.refund(order.items?.[1]?.license.orderId ?? "", seller.userId)).status).toBe(404);
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    for (const licenseFingerprint of fingerprints) {
      const { body } = await api.call(verifyLicense, { body: { licenseFingerprint } });
      expect(body.status).toBe("revoked");
    }
    const left = (await api.call(listOwnership, { as: buyer.userId, params: { userId: buyer.userId } })).body;
    expect(left.items).toEqual([]);
    expect((await readLedgers(api)).differences).toEqual([]);
  });

  test("is named as a whole to both sides: in notifications, the dashboard and a conversation about its order", async () => {
    const follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => notify(event, api.services)]);
    const sides = await bundle();
    const { buyer, seller } = sides;
    const order = await buy(sides, sides.offerId);
    api.stripe.capture();
    await shop.refund(order.orderId, seller.userId);
    await follow();
    const findNotification = async (userId: string) =>
      (await api.call(previousNotifications, { as: userId, params: { userId } })).body.items.find(
        ({ type }) => type === "order",
      );
    const sale = await findNotification(seller.userId);
    expect(sale).toMatchObject({ title: "Dunes at noon", furtherWorks: 2 });
    expect(sale?.licenseType).toBeUndefined();
    expect(await findNotification(buyer.userId)).toMatchObject({ refund: "whole", furtherWorks: 2 });
    const params = { userId: seller.userId, displayType: "sales" } as const;
    const sold = (await api.call(readSelection, { as: seller.userId, params })).body.items;
    expect(sold).toMatchObject([{ orderId: order.orderId, furtherWorks: 2 }]);

    const { body } = await api.call(startThread, {
      as: buyer.userId,
      body: { subject: "order", subjectId: order.orderId, messageContent: "Thank you" },
    });
    const { thread } = (await api.call(readThread, { as: seller.userId, params: { threadId: body.threadId } })).body;
    expect(thread.subject.title).toBe("Dunes at noon and 2 more works");
  });

  test("is shown to operators with every licence, and with links to the picture of a work that is down", async () => {
    const sides = await bundle();
    const order = await buy(sides, sides.offerId);
    const { token } = await createOperators(api, createAccounts(api)).createOperator(["finance"]);
    await blockArtwork(api.services, sides.second.artworkId, "artwork");
    const { orderId } = order;
    const query = { reason: "payment_problem" } as const;
    const { body } = await api.call(readOrderRecord, { token, params: { orderId }, query });
    expect(body.licenses).toMatchObject(
      sides.artworkIds.map((artworkId, at) => {
        const { license, artwork } = order.items?.[at] ?? order;
        const { id, versionId, title } = artwork;
        expect(id).toBe(artworkId);
        const { licenseId, licenseFingerprint: fingerprint } = license;
        return { artworkId, versionId, title, licenseId, fingerprint, price: (100 + at) * 100, valid: true };
      }),
    );
    const isSigned = body.licenses.map(({ picture }) => picture.previews.every(({ jpeg }) => /Signature=/.test(jpeg)));
    expect(isSigned).toEqual([false, true, false]);
  });

  test("is exported with sums that agree with its order", async () => {
    const sides = await bundle();
    const order = await buy(sides, sides.offerId);
    const amounts = computeFees(30_300);
    for (const [side, userId, sum] of [
      ["purchases", sides.buyer.userId, { price: 30_300, spent: order.orderSpent }],
      ["sales", sides.seller.userId, { price: 30_300, earned: amounts.orderEarned }],
    ] as const) {
      const { sections } = await readTrade(api.services.table, userId);
      const add = (name: string) =>
        sections[side].reduce((total, exported) => total + Number((exported as Record<string, unknown>)[name] ?? 0), 0);
      expect(sections[side]).toHaveLength(3);
      for (const [name, cents] of Object.entries(sum)) expect([name, add(name)]).toEqual([name, cents]);
      expect(add("licensePrice")).toBe(30_300);
    }
  });

  test("shows each picture in its order wherever its previews move, also after a refund", async () => {
    const sides = await bundle();
    const order = await buy(sides, sides.offerId);
    const { table } = api.services;
    for (const refunds of [false, true]) {
      if (refunds) {
        api.stripe.capture();
        expect((await shop.refund(order.orderId, sides.seller.userId)).body.status).toBe("refunded");
      }
      for (const { artwork, license } of order.items ?? []) {
        const from = (await findOrder(table, license.orderId))?.previewKey ?? "";
        const to = `${from}x`;
        await redirectPreviews(table, artwork.id, { from, to });
        expect((await findOrder(table, license.orderId))?.previewKey).toBe(to);
      }
    }
  });

  test("locks each of its works while it is paid", async () => {
    const sides = await bundle();
    const { buyer, seller, artworkIds, offerId } = sides;
    const [, , third = ""] = artworkIds;
    const { body } = await accept(sides, offerId);
    const wanted = sides.second;
    expect((await shop.begin(wanted, buyer.userId)).failure.code).toBe("payment_open");
    const removed = await api.call(deleteArtwork, { as: seller.userId, params: { artworkId: third } });
    expect(removed.failure.code).toBe("artwork_has_open_payment");
    api.travel(LIFETIMES.paymentLock + 1);
    expect((await shop.begin(wanted, buyer.userId)).status).toBe(201);
    expect((await api.call(deleteArtwork, { as: seller.userId, params: { artworkId: third } })).status).toBe(204);
    await expect(shop.pay(body.orderIntent)).rejects.toThrow();
  });

  test("takes at most 32 write units to be paid and 46 to become an order of three licences", async () => {
    const sides = await bundle();
    const started = await meterWrites(() => accept(sides, sides.offerId));
    await shop.pay(started.result.body.orderIntent);
    const placed = await meterWrites(() => shop.place(started.result.body.orderIntent, sides.buyer.userId));
    expect([placed.result.status, placed.transactions]).toEqual([201, 1]);
    expect(started.writeUnits).toBeLessThanOrEqual(32);
    expect(placed.writeUnits).toBeLessThanOrEqual(46);
  });

  test("may have twenty works", async () => {
    const sides = await talk();
    const works = [sides.offered.artworkId];
    while (works.length < LIMITS.offer.items) works.push((await further(sides)).artworkId);
    const { offerId } = (await make(sides, { offerItems: works.map((id) => item(id)), offerTerms: "x".repeat(1000) }))
      .body;
    const order = await buy(sides, offerId);
    expect(order.items).toHaveLength(LIMITS.offer.items);
    api.stripe.capture();
    expect((await shop.refund(order.orderId, sides.seller.userId)).body.status).toBe("refunded");
    expect((await readLedgers(api)).differences).toEqual([]);
  });
});

describe("an exclusive offer", () => {
  const terms = { offerExclusive: true };

  test("takes the work off the market until it is refunded", async () => {
    const sides = await talk();
    const { seller, offered } = sides;
    const [before, later] = [await given.user(), await given.user()];
    await shop.purchase(offered, before.userId);
    const { offerId } = (await make(sides, terms)).body;
    expect((await read(offerId, sides.buyer.userId)).body.licensesSold).toEqual([
      { artworkId: offered.artworkId, count: 1 },
    ]);
    const order = await buy(sides, offerId);
    expect(order.license.licenseExclusive).toBe(true);
    const page = (await api.call(readArtwork, { params: offered })).body;
    expect(page).toMatchObject({
      artwork: { soldExclusively: true },
      version: { artworkAvailability: "unavailable" },
      licenses: [],
    });
    // Its artist's choice stays for the day of a refund.
    expect((await findArtwork(api.services.table, offered.artworkId))?.card.artworkAvailability).toBe("available");
    const refused = await shop.begin(offered, later.userId);
    expect([refused.status, refused.failure.code]).toEqual([410, "artwork_unavailable"]);
    expect((await make(sides)).failure.code).toBe("artwork_sold");
    api.stripe.capture();
    expect((await shop.refund(order.orderId, seller.userId)).body.status).toBe("refunded");
    expect((await api.call(readArtwork, { params: offered })).body.artwork.soldExclusively).toBeUndefined();
    expect((await shop.begin(offered, later.userId)).status).toBe(201);
  });

  test("can't be bought while somebody else is paying for the work, nor the reverse", async () => {
    const sides = await talk();
    const { offered } = sides;
    const other = await given.user();
    const { offerId } = (await make(sides, terms)).body;
    const open = await shop.begin(offered, other.userId);
    expect((await accept(sides, offerId)).failure.code).toBe("artwork_in_checkout");
    api.travel(LIFETIMES.paymentLock + 1);
    const { status, body } = await accept(sides, offerId);
    expect(status).toBe(201);
    await expect(shop.pay(open.body.orderIntent)).rejects.toThrow();
    expect((await shop.begin(offered, other.userId)).failure.code).toBe("artwork_reserved");
    expect((await shop.cancel(body.orderIntent, sides.buyer.userId)).status).toBe(204);
    expect((await shop.begin(offered, other.userId)).status).toBe(201);
  });

  test("of several works reserves none of them any longer once its payment is over", async () => {
    const sides = await talk();
    const second = await further(sides);
    const other = await given.user();
    const offerItems = [sides.offered, second].map(({ artworkId }) => item(artworkId));
    const { offerId } = (await make(sides, { ...terms, offerItems })).body;
    expect((await accept(sides, offerId)).status).toBe(201);
    expect((await shop.begin(second, other.userId)).failure.code).toBe("artwork_reserved");
    api.travel(LIFETIMES.paymentLock + 1);
    expect((await shop.begin(second, other.userId)).status).toBe(201);
  });

  test("is sold although an expired payment for several works had one of its own", async () => {
    const sides = await talk();
    const second = await further(sides);
    const offerItems = [sides.offered, second].map(({ artworkId }) => item(artworkId));
    const started = await accept(sides, (await make(sides, { offerItems })).body.offerId);
    const other = await given.user();
    const { body } = await api.call(startThread, {
      as: other.userId,
      body: { subject: "artwork", subjectId: second.artworkId, messageContent: "Exclusively?" },
    });
    const others = { ...sides, buyer: { ...sides.buyer, ...other }, offered: { ...sides.offered, ...second }, ...body };
    const { offerId } = (await make(others, terms)).body;
    expect((await accept(others, offerId)).failure.code).toBe("artwork_in_checkout");
    api.travel(LIFETIMES.paymentLock + 1);
    expect((await accept(others, offerId)).status).toBe(201);
    await expect(shop.pay(started.body.orderIntent)).rejects.toThrow();
  });

  test("of a free work keeps others from taking it for free", async () => {
    const sides = await talk({ ...freeArtwork });
    const other = await given.user();
    const { offerId } = (await make(sides, terms)).body;
    const { body } = await accept(sides, offerId);
    const take = () =>
      api.call(placeOrder, {
        as: other.userId,
        body: { ...sides.offered, licenseUsage: "personal", licenseType: "personal" },
      });
    expect((await take()).failure.code).toBe("artwork_reserved");
    await shop.pay(body.orderIntent);
    await shop.place(body.orderIntent, sides.buyer.userId);
    expect((await take()).failure.code).toBe("artwork_unavailable");
  });
});
