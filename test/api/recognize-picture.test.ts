import sharp, { type Sharp } from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createArtwork, recognizePicture, updateArtwork } from "#shared/contract/artwork.ts";
import { computePixelHash, HASH_BYTES, HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { ADDRESS_THROTTLES } from "#shared/throttles.ts";
import { drawnPicture } from "#test/support/drawn-pictures.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

/** Computes the hash as a browser does. */
async function computeHash(picture: Sharp) {
  const pixels = sharp(await picture.toBuffer()).resize(HASH_SIDE, HASH_SIDE, { fit: "fill" });
  const hash = computePixelHash(await pixels.removeAlpha().raw().toBuffer());
  return Buffer.from(hash?.subarray(0, HASH_BYTES) ?? []).toString("base64url");
}

test("a copy is recognized without an upload while its work is visible, and another picture isn't", async () => {
  const given = createGiven(api);
  const updateIndex = createIndexUpdater(api);
  const { userId } = await given.user();
  const file = await drawnPicture(1).resize(1100, 1100, { fit: "fill" }).jpeg().toBuffer();
  const { mediaId } = await given.upload(userId, file);
  const { body } = await api.call(createArtwork, { as: userId, body: { ...freeArtwork, mediaId } });
  const flat = { create: { width: 1024, height: 1024, channels: 3, background: "#1a40c4" } } as const;
  const uploaded = await given.upload(userId, await sharp(flat).jpeg().toBuffer());
  await api.call(createArtwork, { as: userId, body: { ...freeArtwork, mediaId: uploaded.mediaId } });
  await updateIndex();
  const recognized = async (picture: Sharp) => {
    const answer = await api.call(recognizePicture, { query: { hash: await computeHash(picture) } });
    expect(answer.status).toBe(200);
    return answer.body.items.map(({ artworkId }) => artworkId);
  };
  const cropped = sharp(file).extract({ left: 55, top: 55, width: 990, height: 990 });
  const copy = sharp(await cropped.png().toBuffer())
    .resize(330)
    .flop()
    .jpeg({ quality: 40 });
  expect(await recognized(copy)).toEqual([body.artworkId]);
  expect(await recognized(drawnPicture(2).png())).toEqual([]);
  const hidden = { artworkVisibility: "invisible" } as const;
  await api.call(updateArtwork, { as: userId, params: { artworkId: body.artworkId }, body: hidden });
  await updateIndex();
  expect(await recognized(copy)).toEqual([]);
});

test.each([undefined, "A".repeat(21), `${"A".repeat(21)}+`, "A".repeat(23)])("the hash %s is refused", async (hash) => {
  const { status } = await api.call(recognizePicture, { query: { hash } });
  expect(status).toBe(400);
});

test("picture recognition is rate limited per IP address", async () => {
  const { count, seconds } = ADDRESS_THROTTLES.recognition;
  api.startWindow(seconds);
  const ask = () => api.call(recognizePicture, { query: { hash: "A".repeat(22) }, from: "203.0.113.77" });
  const answers = await Promise.all(Array.from({ length: count + 1 }, ask));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
