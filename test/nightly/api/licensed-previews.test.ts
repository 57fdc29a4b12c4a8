import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { MediaEntity } from "#lambdas/areas/media/media.entity.ts";
import { requestLicensedPreviews } from "#lambdas/events/streams/request-licensed-previews.ts";
import { makePreviews } from "#lambdas/events/uploads/make-previews.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { readLicensedPreviews, readOrder, readOwnPreviews } from "#shared/contract/licenses.ts";
import { refundOrder } from "#shared/contract/orders.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { type createGiven, pricedArtwork } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import type { Api } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];

beforeAll(async () => {
  ({ api, given, shop } = await startShop());
});

const getPreviews = (as: string | undefined, orderId: string, instead: object = {}) =>
  api.call(readLicensedPreviews, { as, params: { orderId } }, instead);

/** A paid order whose stream events haven't been processed. */
async function buy() {
  const offered = await shop.offer();
  const { orderId } = await shop.purchase(offered, offered.buyer.userId);
  const { mediaId } = (await findArtwork(api.services.table, offered.artworkId)) ?? { mediaId: "" };
  return { ...offered, orderId, mediaId };
}

/** A paid order of a picture from before plain previews were made. */
async function buyBeforePreviews() {
  const order = await buy();
  await api.services.table.send(
    MediaEntity.build(UpdateItemCommand).item({ mediaId: order.mediaId, licensedAt: $remove() }),
  );
  return order;
}

/** A paid order with all its stream events processed. */
async function buyAndFollow() {
  const order = await buy();
  await api.processEvents();
  return order;
}

/** The table's stream from its beginning, each new record handed to what has previews made; `requested` are the files it did so for. */
function followRequests(requestLicensed: (mediaId: string) => Promise<void>) {
  const requested: string[] = [];
  const record = async (mediaId: string) => {
    requested.push(mediaId);
    await requestLicensed(mediaId);
  };
  const services = { ...api.services, previewMaker: { ...api.services.previewMaker, requestLicensed: record } };
  const follow = createStreamProcessor(process.env.TABLE_NAME ?? "", [
    (event) => requestLicensedPreviews(event, services),
  ]);
  return { follow, requested };
}

/** Brightness of a small copy: enough to tell a watermark from none. */
const brightness = (picture: Buffer) => sharp(picture).greyscale().resize(64, 48, { fit: "fill" }).raw().toBuffer();

async function meanDifference(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([brightness(one), brightness(other)]);
  return a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / a.length;
}

async function load(link: string) {
  const answer = await fetch(link);
  return { status: answer.status, headers: answer.headers, data: Buffer.from(await answer.arrayBuffer()) };
}

const listObjects = async (licensedKey: string) => {
  const names = [320, 640, 1280].flatMap((width) => ["avif", "webp", "jpeg"].map((format) => `${width}.${format}`));
  const found = await Promise.all(
    names.map((name) => api.s3.readObject(api.buckets.originals, `licensed/${licensedKey}/${name}`)),
  );
  for (const file of found) file?.body.destroy();
  return found.filter(Boolean).length;
};

describe("a buyer of a picture", () => {
  test("sees it without the watermark, in every width and format, at the size of the public ones", async () => {
    const { buyer, artworkId, orderId, mediaId } = await buyAndFollow();
    const { status, body } = await getPreviews(buyer.userId, orderId);
    expect(status).toBe(200);
    const shown = (await api.call(readArtwork, { params: { artworkId } })).body.version.previews;
    expect(body.previews.map(({ width, height }) => [width, height])).toEqual(
      shown.map(({ width, height }) => [width, height]),
    );
    expect(shown.every(({ webp }) => webp.startsWith(`${body.folder}/`))).toBe(true);

    const media = await findMedia(api.services.table, mediaId);
    const original = await api.services.uploads.read(media?.originalKey ?? "");
    const marked = await api.s3.readObject(api.buckets.previews, shown.at(-1)?.jpeg.slice(1) ?? "");
    const chunks: Buffer[] = [];
    for await (const chunk of marked?.body ?? []) chunks.push(chunk as Buffer);
    const widest = await load(body.previews.at(-1)?.jpeg ?? "");
    const clean = await meanDifference(widest.data, original ?? Buffer.alloc(0));
    const watermarked = await meanDifference(Buffer.concat(chunks), original ?? Buffer.alloc(0));
    expect(clean).toBeLessThan(2);
    expect(watermarked).toBeGreaterThan(clean + 0.3);
    for (const { avif, webp, jpeg } of body.previews) {
      const types = await Promise.all(
        [avif, webp, jpeg].map(async (link) => (await load(link)).headers.get("content-type")),
      );
      expect(types).toEqual(["image/avif", "image/webp", "image/jpeg"]);
    }
  });

  test("gets links that are valid for a minute, can't be altered and mustn't be kept by a shared cache", async () => {
    const { buyer, orderId } = await buyAndFollow();
    const link = new URL((await getPreviews(buyer.userId, orderId)).body.previews[0]?.webp ?? "");
    expect(link.searchParams.get("X-Amz-Expires")).toBe("60");
    expect((await load(link.href)).headers.get("cache-control")).toBe("private, max-age=60");
    link.searchParams.set("X-Amz-Expires", "600");
    expect((await load(link.href)).status).toBe(403);
    expect((await load(`${link.origin}${link.pathname}`)).status).toBe(403);
  });

  test("sees the watermark until its plain previews are made, which a read doesn't start", async () => {
    const { buyer, orderId, mediaId } = await buyBeforePreviews();
    const before = await findMedia(api.services.table, mediaId);
    for (let visit = 0; visit < 2; visit++) {
      const { status, body } = await getPreviews(buyer.userId, orderId);
      expect([status, body.pending]).toEqual([200, true]);
      expect(body.previews[0]?.webp).toMatch(/^\/media\//);
    }
    expect(await findMedia(api.services.table, mediaId)).toEqual(before);
    await api.processEvents();
    const { body } = await getPreviews(buyer.userId, orderId);
    expect([body.pending, (await load(body.previews[0]?.webp ?? "")).status]).toEqual([false, 200]);
  });

  test("has its plain previews made once, with the first licence", async () => {
    const { artworkId, versionId, mediaId, ...first } = await buyBeforePreviews();
    const { follow, requested } = followRequests(api.services.previewMaker.requestLicensed);
    await follow();
    const others = () => requested.filter((id) => id === mediaId).length;
    expect(others()).toBe(1);
    const second = await given.user();
    await shop.purchase({ artworkId, versionId }, second.userId);
    await shop.deliver();
    await follow();
    expect(others()).toBe(1);
    expect((await getPreviews(first.buyer.userId, first.orderId)).body.pending).toBe(false);
  });

  test("has its plain previews made by the stream's next attempt if their request failed", async () => {
    const { buyer, orderId } = await buyBeforePreviews();
    const failing = followRequests(() => Promise.reject(new Error("Rate exceeded")));
    await expect(failing.follow()).rejects.toThrow("A record of the stream failed");
    expect((await getPreviews(buyer.userId, orderId)).body.pending).toBe(true);
    await api.processEvents();
    expect((await getPreviews(buyer.userId, orderId)).body.pending).toBe(false);
  });

  test("sees it without the watermark even after it was hidden, deleted or replaced", async () => {
    const { seller, buyer, artworkId, versionId, orderId } = await buyAndFollow();
    const as = seller.userId;
    const loads = async () => {
      const { body } = await getPreviews(buyer.userId, orderId);
      return (await load(body.previews[0]?.jpeg ?? "")).status;
    };
    const hidden = { artworkVisibility: "invisible" as const };
    expect((await api.call(updateArtwork, { as, params: { artworkId }, body: hidden })).status).toBe(200);
    expect(await loads()).toBe(200);
    const replaced = { mediaId: await given.picture(as), expectedVersion: versionId };
    expect((await api.call(updateArtwork, { as, params: { artworkId }, body: replaced })).status).toBe(200);
    await api.processEvents();
    expect(await loads()).toBe(200);
    expect((await api.call(deleteArtwork, { as, params: { artworkId } })).status).toBe(204);
    await api.processEvents();
    expect(await loads()).toBe(200);
  });

  test("from when it was free sees it without the watermark once it costs money", async () => {
    const [{ userId }, buyer] = [await given.seller(), await given.user()];
    const { artworkId, versionId } = await given.artwork(userId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    const free = (await getPreviews(buyer.userId, orderId)).body;
    const order = (await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body;
    expect(free.previews).toEqual(order.artwork.previews);

    const body = { ...pricedArtwork, expectedVersion: versionId };
    expect((await api.call(updateArtwork, { as: userId, params: { artworkId }, body })).status).toBe(200);
    await api.processEvents();
    const paid = (await getPreviews(buyer.userId, orderId)).body;
    expect((await load(paid.previews[0]?.webp ?? "")).status).toBe(200);
    expect(paid.folder).not.toBe(free.folder);
  });
});

describe("an artist", () => {
  const getOwnPreviews = (as: string | undefined, artworkId: string) =>
    api.call(readOwnPreviews, { as, params: { artworkId } });

  test("sees their own picture without a watermark, which the route refuses to others", async () => {
    const { seller, buyer, artworkId, orderId } = await buyAndFollow();
    const own = (await getOwnPreviews(seller.userId, artworkId)).body;
    const order = (await api.call(readOrder, { as: seller.userId, params: { orderId } })).body;
    expect(order.artwork.previews[0]?.webp.startsWith(`${own.folder}/`)).toBe(true);
    expect(await Promise.all(own.previews.map(async ({ webp }) => (await load(webp)).status))).toEqual([200, 200, 200]);
    for (const someone of [buyer, await given.user()]) {
      const refused = await getOwnPreviews(someone.userId, artworkId);
      expect([refused.status, refused.failure.code]).toEqual([404, "artwork_not_found"]);
    }
    expect((await getOwnPreviews(undefined, artworkId)).status).toBe(401);
  });

  test("sees it without the watermark after deleting it, while somebody holds a licence, even a free one", async () => {
    const [{ userId }, buyer] = [await given.user(), await given.user()];
    const [sold, unsold] = [await given.artwork(userId), await given.artwork(userId)];
    const { orderId } = await given.order(sold.artworkId, buyer.userId);
    const before = (await getOwnPreviews(userId, sold.artworkId)).body;
    expect(before.previews[0]?.webp.startsWith("/media/")).toBe(true);
    for (const { artworkId } of [sold, unsold]) {
      expect((await api.call(deleteArtwork, { as: userId, params: { artworkId } })).status).toBe(204);
    }
    await api.processEvents({ times: 2 });
    const own = (await getOwnPreviews(userId, sold.artworkId)).body;
    const order = (await api.call(readOrder, { as: userId, params: { orderId } })).body;
    expect(order.artwork.previews[0]?.webp.startsWith(`${own.folder}/`)).toBe(true);
    expect((await load(own.previews[0]?.webp ?? "")).status).toBe(200);
    expect((await getOwnPreviews(userId, unsold.artworkId)).status).toBe(404);
  });
});

describe("nobody else", () => {
  test("gets links: neither the artist, nor another user, nor a visitor", async () => {
    const { seller, buyer, orderId } = await buyAndFollow();
    for (const someone of [seller, await given.user()]) {
      const refused = await getPreviews(someone.userId, orderId);
      expect([refused.status, refused.failure.code]).toEqual([404, "order_not_found"]);
    }
    expect((await getPreviews(undefined, orderId)).status).toBe(401);
    expect((await getPreviews(buyer.userId, api.services.newId())).failure.code).toBe("order_not_found");
  });

  test("gets links after a refund, even if another user holds a licence to the same picture", async () => {
    const { seller, buyer, artworkId, versionId, orderId } = await buyAndFollow();
    const other = await given.user();
    const others = await shop.purchase({ artworkId, versionId }, other.userId);
    expect((await getPreviews(buyer.userId, orderId)).status).toBe(200);
    expect((await api.call(refundOrder, { as: seller.userId, params: { orderId } })).status).toBe(200);
    const refused = await getPreviews(buyer.userId, orderId);
    expect([refused.status, refused.failure.code]).toEqual([410, "license_revoked"]);
    expect((await getPreviews(other.userId, others.orderId)).status).toBe(200);
  });

  test("can read them under /media, which is public", async () => {
    const { buyer, orderId, mediaId } = await buyAndFollow();
    await getPreviews(buyer.userId, orderId);
    const { licensedKey = "" } = (await findMedia(api.services.table, mediaId)) ?? {};
    expect(await listObjects(licensedKey)).toBe(9);
    for (const key of [`licensed/${licensedKey}/320.webp`, `media/licensed/${licensedKey}/320.webp`]) {
      expect(await api.s3.readObject(api.buckets.previews, key)).toBeUndefined();
    }
  });
});

describe("the files are deleted with the picture", () => {
  test("once the last licence to a deleted artwork is refunded", async () => {
    const { seller, buyer, artworkId, orderId, mediaId } = await buyAndFollow();
    await getPreviews(buyer.userId, orderId);
    const { licensedKey = "" } = (await findMedia(api.services.table, mediaId)) ?? {};
    await api.call(deleteArtwork, { as: seller.userId, params: { artworkId } });
    await api.processEvents();
    expect(await listObjects(licensedKey)).toBe(9);
    await api.call(refundOrder, { as: seller.userId, params: { orderId } });
    await api.processEvents({ times: 2 });
    expect([await findMedia(api.services.table, mediaId), await listObjects(licensedKey)]).toEqual([undefined, 0]);
  });

  test("even if they are made while it is deleted", async () => {
    const { seller, artworkId, orderId, mediaId } = await buyBeforePreviews();
    const { licensedKey = "" } = (await findMedia(api.services.table, mediaId)) ?? {};
    const { licensedPreviews } = api.services;
    const put = async (...written: Parameters<typeof licensedPreviews.put>) => {
      await api.call(refundOrder, { as: seller.userId, params: { orderId } });
      await api.call(deleteArtwork, { as: seller.userId, params: { artworkId } });
      await api.processEvents({ times: 2 });
      return licensedPreviews.put(...written);
    };
    const remove = (folder: string) => licensedPreviews.remove(folder);
    const services = { ...api.services, licensedPreviews: { put, remove } };
    await actAs("process-upload", () => makePreviews({ mediaId, make: "licensed" }, services));
    expect(await listObjects(licensedKey)).toBe(0);
  });

  test("and aren't made for a picture that is deleted first", async () => {
    const gone = { mediaId: api.services.newId(), make: "licensed" } as const;
    await expect(actAs("process-upload", () => makePreviews(gone, api.services))).resolves.toBeUndefined();
  });
});
