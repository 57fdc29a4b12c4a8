import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  computeCommitment,
  computeFingerprint,
  toCertificatePayload,
} from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { findHolding, findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { readOrder, verifyLicense } from "#shared/contract/licenses.ts";
import { listThreads, startThread } from "#shared/contract/messages.ts";
import { placeOrder, readCheckout } from "#shared/contract/orders.ts";
import { formatLicenseTerms } from "#shared/license-terms.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { createGiven, personalLicense } from "#test/support/given.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi({ features: { payments: false } });
  given = createGiven(api);
});

const company = { licenseUsage: "business", licenseType: "personal", licenseCompany: "Dune Ltd" } as const;
const commercial = { artworkLicense: "commercial", artworkUse: "included" } as const;

/** Publishes a free artwork and creates its buyer; `take` orders a licence. */
async function publishFreeArtwork(form: Partial<ArtworkFormInput> = {}) {
  const [artist, buyer] = [await given.user({ fullName: "Ada Painter" }), await given.user({ fullName: "Bo Buyer" })];
  const { artworkId, versionId } = await given.artwork(artist.userId, form);
  const placeFreeOrder = (license: object = personalLicense, key?: string, as = buyer.userId) =>
    api.call(placeOrder, {
      as,
      body: { artworkId, versionId, ...license },
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    });
  const readHolding = () => findHolding(api.services.table, { artworkId, buyerId: buyer.userId });
  return { artist, buyer, artworkId, versionId, placeFreeOrder, readHolding };
}

describe("a free order", () => {
  test("says what its picture showed when it was bought, as do its verifier and its conversation", async () => {
    const artworkAlt = "Two dunes under a white sky.";
    const { artist, buyer, artworkId, versionId, placeFreeOrder } = await publishFreeArtwork({ artworkAlt });
    const before = await api.call(readCheckout, { as: buyer.userId, params: { artworkId } });
    expect(before.body.version.artworkAlt).toBe(artworkAlt);
    const { orderId, license } = (await placeFreeOrder()).body;
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkAlt: "Three dunes.", expectedVersion: versionId },
    });
    const order = await api.call(readOrder, { as: buyer.userId, params: { orderId } });
    expect(order.body.artwork.artworkAlt).toBe(artworkAlt);
    const verified = await api.call(verifyLicense, { body: { licenseFingerprint: license.licenseFingerprint } });
    expect(verified.body.artworkAlt).toBe(artworkAlt);
    for (const subject of [
      { subject: "order", subjectId: orderId },
      { subject: "artwork", subjectId: artworkId },
    ]) {
      await api.call(startThread, { as: buyer.userId, body: { ...subject, messageContent: "Hello" } });
    }
    const threads = await api.call(listThreads, { as: buyer.userId });
    const shown = threads.body.items.map(({ subject }) => [subject.kind, subject.picture?.artworkAlt]);
    expect(Object.fromEntries(shown)).toEqual({ order: artworkAlt, artwork: "Three dunes." });
  });

  test("is completed at once and free of charge, with payments disabled", async () => {
    const { artist, buyer, artworkId, versionId, placeFreeOrder } = await publishFreeArtwork();
    const { status, body } = await placeFreeOrder();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "completed",
      artwork: { id: artworkId, versionId, title: "Dunes at noon", owner: { id: artist.userId, name: artist.name } },
      license: {
        ...personalLicense,
        licenseCompany: "unavailable",
        licenseAssignee: "Bo Buyer",
        licenseAssignor: "Ada Painter",
        licensePrice: 0,
        licenseFingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
        assigneeIdentifier: expect.stringMatching(/^[0-9a-f]{20}$/),
        status: "valid",
      },
      downloadable: true,
      orderSpent: 0,
      buyerFee: 0,
      discount: 0,
    });
    expect(body.license.assignorIdentifier).toBeUndefined();
    expect(body.orderEarned).toBeUndefined();
    expect(body.buyer).toBeUndefined();
    expect((await findOrder(api.services.table, body.orderId))?.buyerId).toBe(buyer.userId);
  });

  test("has a fingerprint that anyone can compute from its certificate", async () => {
    const { placeFreeOrder } = await publishFreeArtwork();
    const { body } = await placeFreeOrder({ ...company, licenseAssignee: "Cy Clerk" });
    const order = await findOrder(api.services.table, body.orderId);
    if (!order) throw new Error("The order is gone");
    const payload = toCertificatePayload(order);
    expect(computeFingerprint(payload)).toBe(body.license.licenseFingerprint);
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(payload).toMatchObject({
      licensePrice: 0,
      termsHash: hash(formatLicenseTerms("personal")),
      created: body.created,
      assigneeCommitment: hash(JSON.stringify([body.license.assigneeIdentifier, "Cy Clerk", "Dune Ltd"])),
      assignorCommitment: computeCommitment(2, [order.assignorIdentifier, "Ada Painter"]),
    });
  });

  test("takes at most fourteen write units in one transaction", async () => {
    const { placeFreeOrder } = await publishFreeArtwork();
    const metered = await meterWrites(() => placeFreeOrder());
    expect(metered.result.status).toBe(201);
    expect(metered.transactions).toBe(1);
    expect(metered.writeUnits).toBeLessThanOrEqual(14);
  });

  test("keeps its version after the artist changes the artwork, and the old version can't be ordered", async () => {
    const { artist, buyer, artworkId, versionId, placeFreeOrder } = await publishFreeArtwork();
    const { body } = await placeFreeOrder();
    const change = { artworkTitle: "Dunes at night", expectedVersion: versionId };
    await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: change });
    expect(await findOrder(api.services.table, body.orderId)).toMatchObject({ versionId, title: "Dunes at noon" });
    const stale = await placeFreeOrder(company);
    expect([stale.status, stale.failure.code]).toEqual([409, "artwork_moved"]);
    expect(buyer.userId).not.toBe(artist.userId);
  });
});

describe("repeating an order", () => {
  test("with the same idempotency key answers with the existing order, also in twenty concurrent requests", async () => {
    const { placeFreeOrder, readHolding } = await publishFreeArtwork();
    const replies = await Promise.all(Array.from({ length: 20 }, () => placeFreeOrder(personalLicense, "one")));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.orderId)).size).toBe(1);
    expect((await readHolding())?.orders).toBe(1);
    expect((await placeFreeOrder(personalLicense, "one")).body.orderId).toBe(replies[0]?.body.orderId);
  });

  test("without a key is refused as a duplicate, also in twenty concurrent requests", async () => {
    const { placeFreeOrder, readHolding } = await publishFreeArtwork();
    const replies = await Promise.all(Array.from({ length: 20 }, () => placeFreeOrder()));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await readHolding())?.orders).toBe(1);
    const refused = await placeFreeOrder(personalLicense, "another");
    expect([refused.status, refused.failure.fields]).toEqual([409, { licenseType: MESSAGES.licenseAlreadyExists }]);
  });

  test("for a company is a duplicate by the company's name, ignoring white space", async () => {
    const { placeFreeOrder, readHolding } = await publishFreeArtwork();
    expect((await placeFreeOrder(company)).status).toBe(201);
    const same = await placeFreeOrder({ ...company, licenseCompany: "  Dune \t Ltd " });
    expect([same.status, same.failure.fields]).toEqual([409, { licenseCompany: MESSAGES.licenseCompanyExists }]);
    expect((await placeFreeOrder({ ...company, licenseCompany: "Dune Ltd 'Two'" })).status).toBe(201);
    expect((await placeFreeOrder()).status).toBe(201);
    expect((await readHolding())?.orders).toBe(3);
  });

  test("for a personal licence is refused to a holder of a commercial one", async () => {
    const { artist, artworkId, versionId, placeFreeOrder, buyer } = await publishFreeArtwork(commercial);
    expect((await placeFreeOrder({ ...personalLicense, licenseType: "commercial" })).status).toBe(201);
    const { body } = await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkLicense: "personal", artworkUse: "unavailable", expectedVersion: versionId },
    });
    const refused = await api.call(placeOrder, {
      as: buyer.userId,
      body: { artworkId, versionId: body.versionId, ...personalLicense },
    });
    expect([refused.status, refused.failure.fields]).toEqual([409, { licenseType: MESSAGES.licenseTypeSuperseded }]);
  });
});

describe("a free order is refused", () => {
  test.each([
    ["of one's own artwork", {}, "own_artwork", "artist"],
    ["of unavailable artwork", { artworkAvailability: "unavailable" }, "artwork_unavailable", "buyer"],
    ["of hidden artwork", { artworkVisibility: "invisible" }, "artwork_not_found", "buyer"],
    ["of a licence that is not offered", commercial, "license_not_offered", "buyer"],
  ] as const)("%s", async (_, form, code, who) => {
    const world = await publishFreeArtwork(form);
    const refused = await world.placeFreeOrder(personalLicense, undefined, world[who].userId);
    expect(refused.failure.code).toBe(code);
    expect(await world.readHolding()).toBeUndefined();
  });

  test("of deleted artwork", async () => {
    const { artist, artworkId, placeFreeOrder } = await publishFreeArtwork();
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    expect((await placeFreeOrder()).failure.code).toBe("artwork_not_found");
  });

  test("with the intent of no payment", async () => {
    const { buyer, artworkId, versionId } = await publishFreeArtwork();
    const orderIntent = "pi_0123456789abcdefghijklmn";
    const body = { artworkId, versionId, ...personalLicense, orderIntent };
    expect((await api.call(placeOrder, { as: buyer.userId, body })).failure.code).toBe("intent_invalid");
  });

  test("with a message for each invalid field", async () => {
    const { placeFreeOrder } = await publishFreeArtwork();
    const unnamed = await placeFreeOrder({ ...personalLicense, licenseUsage: "business" });
    expect([unnamed.status, unnamed.failure.fields]).toEqual([400, { licenseCompany: MESSAGES.required }]);
    const short = await api.call(placeOrder, { as: (await given.user()).userId, body: { orderIntent: "pi_1" } });
    expect(short.failure.fields).toEqual({ orderIntent: MESSAGES.intentIdInvalid });
    const empty = await api.call(placeOrder, { as: (await given.user()).userId, body: {} });
    expect(empty.failure.fields).toMatchObject({ artworkId: MESSAGES.required, licenseType: MESSAGES.required });
  });
});
