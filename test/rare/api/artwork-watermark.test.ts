import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { readLicensedPreviews, readOrder, readOwnPreviews } from "#shared/contract/licenses.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Watermark } from "#shared/rules/watermarks.ts";
import { type createGiven, freeArtwork, pricedArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];
let artist: string;

beforeAll(async () => {
  ({ api, given, shop } = await startShop());
  artist = (await given.seller()).userId;
});

/** Publishes an artwork whose original is wider than the public previews of artwork for sale. */
async function publishArtwork(form: object) {
  const { mediaId } = await given.upload(artist, await createPicture({ width: 1400, height: 1024 }));
  const body = { ...pricedArtwork, ...form, mediaId };
  return (await api.call(createArtwork, { as: artist, body })).body;
}

const getDetail = async (artworkId: string) => (await api.call(readArtwork, { params: { artworkId } })).body;

const change = (artworkId: string, body: object) =>
  api.call(updateArtwork, { as: artist, params: { artworkId: artworkId as never }, body });

const getFolder = (path = "") => path.split("/")[2] ?? "";

async function readBytes(path = "") {
  const object = await api.s3.readObject(api.buckets.previews, path.slice(1));
  return object && Buffer.concat(await object.body.toArray());
}

/** Mean difference from the picture without any mark, in levels. */
async function markOn(path = "") {
  const [shown, plain] = [await readBytes(path), await createPicture({ width: 1400, height: 1024 })];
  const pixels = (file: Buffer) => sharp(file).resize(640, 468, { fit: "fill" }).greyscale().raw().toBuffer();
  const [one, other] = await Promise.all([pixels(shown ?? plain), pixels(plain)]);
  return one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) / one.length;
}

const WIDE = [320, 640, 1280, 1400];

test.each([
  ["none", pricedArtwork, [320, 640, 1280], 0, 0.5],
  ["light", pricedArtwork, [320, 640, 1280], 0.5, 3],
  ["strong", pricedArtwork, WIDE, 2.6, 40],
  ["strong", freeArtwork, WIDE, 0, 0.5],
] as const)("the watermark %s of %j is public in the widths %j", async (mark, form, widths, least, most) => {
  const { artworkId } = await publishArtwork({ ...form, artworkWatermark: mark });
  const { artwork, version } = await getDetail(artworkId);
  expect(artwork.artworkWatermark).toBe(mark);
  expect(version.previews.map(({ width }) => width)).toEqual(widths);
  const changed = await markOn(version.previews.at(-1)?.jpeg);
  expect(changed).toBeGreaterThanOrEqual(least);
  expect(changed).toBeLessThan(most);
  expect(await markOn(version.previews[0]?.jpeg)).toBeLessThan(2);
  for (const { avif, webp } of version.previews)
    expect((await readBytes(avif)) && (await readBytes(webp))).toBeDefined();
});

test("the artist and licence holders get previews in all widths as soon as the artwork is published", async () => {
  const { artworkId, versionId } = await publishArtwork({});
  const own = (await api.call(readOwnPreviews, { as: artist, params: { artworkId } })).body;
  expect([own.pending, own.previews.map(({ width }) => width)]).toEqual([false, WIDE]);
  const buyer = await given.user();
  const { orderId } = await shop.purchase({ artworkId, versionId }, buyer.userId);
  const held = (await api.call(readLicensedPreviews, { as: buyer.userId, params: { orderId } })).body;
  expect([held.pending, held.previews.map(({ width }) => width)]).toEqual([false, WIDE]);
  const widest = await fetch(held.previews.at(-1)?.avif ?? "");
  expect([widest.status, widest.headers.get("content-type")]).toEqual([200, "image/avif"]);
});

test("a changed watermark makes no version, replaces the previews everywhere and deletes the former ones", async () => {
  const { artworkId, versionId } = await publishArtwork({});
  const buyer = await given.user();
  const { orderId } = await shop.purchase({ artworkId, versionId }, buyer.userId);
  const before = getFolder((await getDetail(artworkId)).version.previews[0]?.webp);
  for (const mark of ["strong", "none", "light"] satisfies Watermark[]) {
    const { status, body } = await change(artworkId, { artworkWatermark: mark });
    expect([status, body.versionId]).toEqual([200, versionId]);
    await api.processEvents({ times: 2 });
    const { artwork, version } = await getDetail(artworkId);
    const folder = getFolder(version.previews[0]?.webp);
    const order = (await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body;
    expect([artwork.artworkWatermark, version.versionId]).toEqual([mark, versionId]);
    expect([folder === before, getFolder(order.artwork.previews[0]?.webp)]).toEqual([false, folder]);
    expect(await readBytes(version.previews.at(-1)?.jpeg)).toBeDefined();
    const held = (await api.call(readLicensedPreviews, { as: buyer.userId, params: { orderId } })).body;
    expect([held.pending, (await fetch(held.previews.at(-1)?.webp ?? "")).status]).toEqual([false, 200]);
  }
  expect(await readBytes(`/media/${before}/1280.jpeg`)).toBeUndefined();
  expect(api.invalidated).toContain(before);
});

test("an update without a watermark keeps it", async () => {
  const { artworkId, versionId } = await publishArtwork({ artworkWatermark: "none" });
  const part = await change(artworkId, { artworkTitle: "Dunes at dusk", expectedVersion: versionId });
  const all = await change(artworkId, { ...pricedArtwork, expectedVersion: part.body.versionId });
  expect([part.status, all.status, all.body.versionId === versionId]).toEqual([200, 200, false]);
  expect((await getDetail(artworkId)).artwork.artworkWatermark).toBe("none");
});

test("the watermark of free artwork is applied once it is for sale", async () => {
  const { artworkId, versionId } = await publishArtwork({ ...freeArtwork });
  expect((await getDetail(artworkId)).artwork.artworkWatermark).toBe("light");
  const plain = getFolder((await getDetail(artworkId)).version.previews[0]?.webp);
  expect((await change(artworkId, { artworkWatermark: "strong" })).body.versionId).toBe(versionId);
  expect(getFolder((await getDetail(artworkId)).version.previews[0]?.webp)).toBe(plain);
  expect((await change(artworkId, { ...pricedArtwork, expectedVersion: versionId })).status).toBe(200);
  await api.processEvents();
  const { version } = await getDetail(artworkId);
  expect(version.previews.map(({ width }) => width)).toEqual(WIDE);
  expect(await markOn(version.previews.at(-1)?.jpeg)).toBeGreaterThan(2.6);
  expect(await readBytes(`/media/${plain}/1280.jpeg`)).toBeUndefined();
});

test("an unknown watermark is refused", async () => {
  const { artworkId } = await publishArtwork({ ...freeArtwork });
  const { status, failure } = await change(artworkId, { artworkWatermark: "huge" });
  expect([status, failure.fields?.artworkWatermark]).toEqual([400, MESSAGES.invalid]);
});
