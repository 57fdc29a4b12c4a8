import { beforeAll, describe, expect, test } from "vitest";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { purgeMedia } from "#lambdas/events/streams/purge-media.ts";
import { makePreviews } from "#lambdas/events/uploads/make-previews.ts";
import { createArtwork, deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { downloadOrder, readOrder } from "#shared/contract/licenses.ts";
import { cancelIntent, refundOrder } from "#shared/contract/orders.ts";
import type { ArtworkChange } from "#shared/model/artwork.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { type createGiven, freeArtwork, pricedArtwork } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import type { Api } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];

beforeAll(async () => {
  ({ api, given, shop } = await startShop());
});

const getFolder = (path: string) => path.split("/")[2] ?? "";

async function listFiles(folder: string) {
  const names = [320, 640, 1280].flatMap((width) => ["avif", "webp", "jpeg"].map((format) => `${width}.${format}`));
  const found = await Promise.all(
    names.map((name) => api.s3.readObject(api.buckets.previews, `media/${folder}/${name}`)),
  );
  for (const file of found) file?.body.destroy();
  return found.filter(Boolean).length;
}

const shownFolder = async (artworkId: string, as?: string) =>
  getFolder((await api.call(readArtwork, { params: { artworkId }, as })).body.version.previews[0]?.webp ?? "");

async function change(as: string, artworkId: string, form: Partial<ArtworkChange>, instead: object = {}) {
  const expectedVersion = (await findArtwork(api.services.table, artworkId))?.versionId;
  return api.call(updateArtwork, { as, params: { artworkId }, body: { ...form, expectedVersion } }, instead);
}

const wasInvalidated = (folder: string) => api.invalidated.includes(folder);

describe("once artwork is for sale", () => {
  test("its plain previews are deleted from bucket and edge, and a watermarked set is shown", async () => {
    const { userId } = await given.seller();
    const { artworkId } = await given.artwork(userId);
    const plain = await shownFolder(artworkId);
    expect(await listFiles(plain)).toBe(9);

    expect((await change(userId, artworkId, pricedArtwork)).status).toBe(200);
    await api.processEvents({ times: 2 });
    const marked = await shownFolder(artworkId);
    expect([await listFiles(plain), wasInvalidated(plain)]).toEqual([0, true]);
    expect([await listFiles(marked), wasInvalidated(marked), marked === plain]).toEqual([9, false, false]);
  });

  test("holders of a former free licence see the watermarked set, and keep the download", async () => {
    const [{ userId }, buyer] = [await given.seller(), await given.user()];
    const { artworkId } = await given.artwork(userId);
    const plain = await shownFolder(artworkId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    await change(userId, artworkId, pricedArtwork);
    await api.processEvents();

    const order = (await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body;
    const folder = getFolder(order.artwork.previews[0]?.webp ?? "");
    expect([folder === plain, await listFiles(folder)]).toEqual([false, 9]);
    const { redirect } = (await api.call(downloadOrder, { as: buyer.userId, params: { orderId } })).body;
    expect((await fetch(redirect)).status).toBe(200);
  });

  test("plain previews of artwork for sale from the start are deleted from bucket and edge", async () => {
    const { userId } = await given.seller();
    const mediaId = await given.picture(userId);
    const plain = (await findMedia(api.services.table, mediaId))?.previewKey ?? "";
    const created = await api.call(createArtwork, { as: userId, body: { ...pricedArtwork, mediaId } });
    await api.processEvents();
    const marked = await shownFolder(created.body.artworkId);
    expect([await listFiles(plain), wasInvalidated(plain), await listFiles(marked)]).toEqual([0, true, 9]);
  });

  test("a stream consumer that crashes at any step finishes in its retry", async () => {
    const { userId } = await given.seller();
    const { artworkId } = await given.artwork(userId);
    await api.processEvents();
    const plain = await shownFolder(artworkId);
    await change(userId, artworkId, pricedArtwork);

    const crash = () => Promise.reject(new Error("The function crashed"));
    const { filePurger, edgeInvalidations } = api.services;
    const crashes = [
      { filePurger: { ...filePurger, purgePreviews: crash } },
      { edgeInvalidations: { add: crash } },
      { edgeInvalidations },
    ];
    const outcomes: number[] = [];
    for (const instead of crashes) {
      const services = { ...api.services, ...instead };
      const follow = createStreamProcessor(process.env.TABLE_NAME ?? "", [(event) => purgeMedia(event, services)]);
      outcomes.push(
        await follow().then(
          () => 1,
          () => 0,
        ),
      );
    }
    expect(outcomes).toEqual([0, 0, 1]);
    expect([await listFiles(plain), wasInvalidated(plain)]).toEqual([0, true]);
    expect(await listFiles(await shownFolder(artworkId))).toBe(9);
  });
});

describe("once artwork is free again", () => {
  test("new plain previews are made in a new folder each time", async () => {
    const { userId } = await given.seller();
    const { artworkId, mediaId } = await given.artwork(userId);
    const seen = [await shownFolder(artworkId)];
    for (const form of [pricedArtwork, freeArtwork, pricedArtwork, freeArtwork]) {
      expect((await change(userId, artworkId, form)).status).toBe(200);
      seen.push(await shownFolder(artworkId));
      // The stream may be late: the previews shown by then must stay.
      if (seen.length > 3) await api.processEvents();
    }
    const [first, marked, second, markedAgain, third] = seen;
    expect(new Set([first, second, third]).size).toBe(3);
    expect(markedAgain).toBe(marked);
    const files = await Promise.all([first, marked, second, third].map((folder) => listFiles(folder ?? "")));
    expect(files).toEqual([0, 9, 0, 9]);
    expect([first, second].map((folder) => wasInvalidated(folder ?? ""))).toEqual([true, true]);
    expect(await shownFolder(artworkId)).toBe(third);
    expect((await findMedia(api.services.table, mediaId))?.previewKey).toBe(third);
  });

  test("previews that are finished after another change withdrew them are deleted", async () => {
    const { userId } = await given.seller();
    const { artworkId, mediaId } = await given.artwork(userId);
    await change(userId, artworkId, pricedArtwork);
    const { previews } = api.services;
    let folder = "";
    const put = async (...written: Parameters<typeof previews.put>) => {
      folder = written[0];
      await change(userId, artworkId, freeArtwork);
      await change(userId, artworkId, pricedArtwork);
      await api.processEvents();
      return previews.put(...written);
    };
    const remove = (removed: string) => previews.remove(removed);
    await makePreviews(
      { mediaId, make: "plain" },
      { ...api.services, previews: { put, remove, read: (read: string) => previews.read(read) } },
    );
    expect([folder === "", await listFiles(folder), wasInvalidated(folder)]).toEqual([false, 0, true]);
    expect(await listFiles(await shownFolder(artworkId))).toBe(9);
  });
});

describe("while the previews of one change are made, another", () => {
  /** Runs an action while a change waits for its previews. */
  const meanwhile = (act: () => Promise<unknown>) => {
    const { previewMaker } = api.services;
    const make = async (...asked: Parameters<typeof previewMaker.make>) => {
      await previewMaker.make(...asked);
      await act();
    };
    return { previewMaker: { ...previewMaker, make } };
  };

  test("that keeps it free wins: the first is refused and the plain previews stay", async () => {
    const { userId } = await given.seller();
    const { artworkId } = await given.artwork(userId);
    const plain = await shownFolder(artworkId);
    const overtaken = await change(
      userId,
      artworkId,
      pricedArtwork,
      meanwhile(() => change(userId, artworkId, { artworkTitle: "Dunes at dusk" })),
    );
    await api.processEvents();
    expect([overtaken.status, overtaken.failure.code]).toEqual([409, "artwork_moved"]);
    expect([await shownFolder(artworkId), await listFiles(plain), wasInvalidated(plain)]).toEqual([plain, 9, false]);
    expect((await change(userId, artworkId, pricedArtwork)).status).toBe(200);
  });

  test("of the watermark wins: the first is refused, and the previews are those that the artwork names", async () => {
    const { userId } = await given.seller();
    const { artworkId, versionId } = await given.artwork(userId, pricedArtwork);
    const overtaken = await change(
      userId,
      artworkId,
      { artworkWatermark: "strong" },
      meanwhile(() => change(userId, artworkId, { artworkWatermark: "none" })),
    );
    await api.processEvents();
    const { artwork, version } = (await api.call(readArtwork, { params: { artworkId } })).body;
    expect([overtaken.status, artwork.artworkWatermark, version.versionId]).toEqual([409, "none", versionId]);
    expect(version.previews.at(-1)?.width).toBeLessThan(1400);
  });

  test("that makes it free and paid again wins: only existing previews are shown", async () => {
    const { userId } = await given.seller();
    const { artworkId } = await given.artwork(userId, pricedArtwork);
    const overtaken = await change(
      userId,
      artworkId,
      freeArtwork,
      meanwhile(async () => {
        await change(userId, artworkId, freeArtwork);
        await change(userId, artworkId, pricedArtwork);
      }),
    );
    await api.processEvents();
    expect(overtaken.status).toBe(409);
    expect(await listFiles(await shownFolder(artworkId))).toBe(9);
    expect((await change(userId, artworkId, freeArtwork)).status).toBe(200);
    expect(await listFiles(await shownFolder(artworkId))).toBe(9);
  });

  test("that deletes it wins: all previews are deleted", async () => {
    const { userId } = await given.seller();
    const { artworkId, mediaId } = await given.artwork(userId);
    let media = await findMedia(api.services.table, mediaId);
    const late = await change(
      userId,
      artworkId,
      pricedArtwork,
      meanwhile(async () => {
        media = await findMedia(api.services.table, mediaId);
        await api.call(deleteArtwork, { as: userId, params: { artworkId } });
      }),
    );
    await api.processEvents();
    expect(late.status).toBe(409);
    const folders = [media?.previewKey ?? "", media?.watermarkedKey ?? ""];
    expect(await Promise.all(folders.map(listFiles))).toEqual([0, 0]);
    expect(folders.map(wasInvalidated)).toEqual([true, true]);
  });
});

describe("of deleted artwork", () => {
  test("the previews are deleted from bucket and edge", async () => {
    const { userId } = await given.user();
    const { artworkId, mediaId } = await given.artwork(userId);
    const plain = await shownFolder(artworkId);
    await api.call(deleteArtwork, { as: userId, params: { artworkId } });
    await api.processEvents({ times: 2 });
    expect([await listFiles(plain), wasInvalidated(plain)]).toEqual([0, true]);
    expect(await findMedia(api.services.table, mediaId)).toBeUndefined();
  });

  test("the previews of a licence are watermarked, and its download is kept", async () => {
    const [{ userId }, buyer] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(userId);
    const plain = await shownFolder(artworkId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    await api.call(deleteArtwork, { as: userId, params: { artworkId } });
    await api.processEvents();
    expect([await listFiles(plain), wasInvalidated(plain)]).toEqual([0, true]);
    const order = (await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body;
    const folder = getFolder(order.artwork.previews[0]?.webp ?? "");
    expect([folder === plain, await listFiles(folder)]).toEqual([false, 9]);
    const { redirect } = (await api.call(downloadOrder, { as: buyer.userId, params: { orderId } })).body;
    expect((await fetch(redirect)).status).toBe(200);
  });
});

describe("a replaced picture", () => {
  test("is deleted with its previews if nobody holds a licence", async () => {
    const { userId } = await given.user();
    const { artworkId, mediaId } = await given.artwork(userId);
    const before = await shownFolder(artworkId);
    const next = await given.picture(userId);
    expect((await change(userId, artworkId, { mediaId: next as never })).status).toBe(200);
    await api.processEvents({ times: 2 });
    expect([await listFiles(before), wasInvalidated(before)]).toEqual([0, true]);
    expect(await findMedia(api.services.table, mediaId)).toBeUndefined();
    expect(await listFiles(await shownFolder(artworkId))).toBe(9);
  });

  test("is kept during a payment, and deleted if that is cancelled", async () => {
    const { seller, buyer, artworkId, versionId } = await shop.offer();
    const before = await shownFolder(artworkId);
    const { mediaId } = (await findArtwork(api.services.table, artworkId)) ?? { mediaId: "" };
    const { orderIntent } = (await shop.begin({ artworkId, versionId }, buyer.userId)).body;
    await change(seller.userId, artworkId, { mediaId: (await given.picture(seller.userId)) as never });
    await api.processEvents();
    expect(await listFiles(before)).toBe(9);

    const params = { userId: buyer.userId, intentId: orderIntent };
    expect((await api.call(cancelIntent, { as: buyer.userId, params })).status).toBe(204);
    await api.processEvents();
    expect([await listFiles(before), wasInvalidated(before)]).toEqual([0, true]);
    expect(await findMedia(api.services.table, mediaId)).toBeUndefined();
  });

  test("is kept for a payment started before it was replaced, and deleted once that is refunded", async () => {
    const { seller, buyer, artworkId, versionId } = await shop.offer();
    const before = await shownFolder(artworkId);
    const { orderIntent } = (await shop.begin({ artworkId, versionId }, buyer.userId)).body;
    await change(seller.userId, artworkId, { mediaId: (await given.picture(seller.userId)) as never });
    await api.processEvents();
    await shop.pay(orderIntent);
    const { orderId } = (await shop.place(orderIntent, buyer.userId)).body;
    await api.processEvents();
    const { redirect } = (await api.call(downloadOrder, { as: buyer.userId, params: { orderId } })).body;
    expect([(await fetch(redirect)).status, await listFiles(before)]).toEqual([200, 9]);

    expect((await api.call(refundOrder, { as: seller.userId, params: { orderId } })).status).toBe(200);
    await api.processEvents();
    expect([await listFiles(before), wasInvalidated(before)]).toEqual([0, true]);
  });

  test("is kept for the holder of a licence", async () => {
    const [{ userId }, buyer] = [await given.user(), await given.user()];
    const { artworkId, mediaId } = await given.artwork(userId);
    const before = await shownFolder(artworkId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    await change(userId, artworkId, { mediaId: (await given.picture(userId)) as never });
    await api.processEvents();
    expect(await listFiles(before)).toBe(9);
    expect(await findMedia(api.services.table, mediaId)).toBeDefined();
    const { redirect } = (await api.call(downloadOrder, { as: buyer.userId, params: { orderId } })).body;
    expect((await fetch(redirect)).status).toBe(200);
  });
});

test("previews that S3 refuses to delete are an error", async () => {
  const { artworkId } = await given.artwork((await given.user()).userId);
  const folder = await shownFolder(artworkId);
  await expect(actAs("users", () => api.services.previews.remove(folder))).rejects.toThrow(/AccessDenied/);
  expect(await listFiles(folder)).toBe(9);
});
