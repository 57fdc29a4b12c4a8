import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createArtwork } from "#shared/contract/artwork.ts";
import { searchByLook } from "#shared/contract/search.ts";
import { computePixelLook, LOOK_SIDE } from "#shared/rules/picture-look.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

/** Computes the look of a picture of one colour as a browser does. */
function buildLook(color: readonly [number, number, number]) {
  const pixels = Array.from({ length: LOOK_SIDE ** 2 }, () => color).flat();
  const { colors, likeness } = computePixelLook(pixels);
  return { likeness: Buffer.from(likeness).toString("base64url"), color: colors.join(",") };
}

test("a picture finds the most similar work first, without an upload", async () => {
  const given = createGiven(api);
  const updateIndex = createIndexUpdater(api);
  const { userId } = await given.user();
  const publish = async (background: string) => {
    const file = await sharp({ create: { width: 1024, height: 1024, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const { mediaId } = await given.upload(userId, file);
    const { body } = await api.call(createArtwork, { as: userId, body: { ...freeArtwork, mediaId } });
    return body.artworkId;
  };
  const [blue, red] = [await publish("#1a40c4"), await publish("#c4201a")];
  await updateIndex();
  const found = async (color: readonly [number, number, number]) => {
    const { status, body } = await api.call(searchByLook, { query: buildLook(color) });
    expect(status).toBe(200);
    return body.items.map(({ artworkId }) => artworkId);
  };
  expect((await found([20, 60, 190]))[0]).toBe(blue);
  expect((await found([190, 30, 20]))[0]).toBe(red);
});

test.each([undefined, "A".repeat(63), `${"A".repeat(63)}+`, "A".repeat(65)])(
  "the likeness %s is refused",
  async (likeness) => {
    const { status } = await api.call(searchByLook, { query: { likeness } });
    expect(status).toBe(400);
  },
);
