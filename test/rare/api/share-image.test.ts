import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { drawShareImage } from "#lambdas/pages/share-image/draw-share-image.ts";
import { openShownPreviews } from "#lambdas/pages/share-image/open-shown-previews.ts";
import { answerShareImage } from "#lambdas/pages/share-image/serve-share-image.ts";
import { outlineText } from "#lambdas/platform/outlines/text-outline.ts";
import { readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { shareImagePath } from "#shared/pages.ts";
import { freeArtwork, givenIn } from "#test/support/given.ts";
import { pictureOf } from "#test/support/pictures.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof givenIn>;
let artist: { userId: string };

beforeAll(async () => {
  api = await startApi();
  given = givenIn(api);
  artist = await given.user();
});

const open = (path: string) => {
  const shownPreviews = openShownPreviews({ PREVIEWS_BUCKET: "previews" });
  return actAs("share-image", () => answerShareImage(path, { reading: api.services.table, shownPreviews }));
};

const imageOf = ({ body }: { readonly body?: string | undefined }) => Buffer.from(body ?? "", "base64");

describe("the picture for link previews", () => {
  test("is a JPEG of the size that previews have, which the edge may keep", async () => {
    const { artworkId, versionId } = await given.artwork(artist.userId, { artworkTitle: "Größe in Łódź" });
    const answer = await open(shareImagePath(artworkId, versionId));
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true, headers: { "content-type": "image/jpeg" } });
    expect(answer.headers?.["cache-control"]).toMatch(/^public, max-age=0, s-maxage=\d+/);
    const { format, width, height } = await sharp(imageOf(answer)).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  });

  test("has another address once the title has changed, to which older ones lead", async () => {
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const before = await open(shareImagePath(artworkId, versionId));
    const body = { ...freeArtwork, artworkTitle: "Another name", expectedVersion: versionId };
    const changed = await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
    const address = shareImagePath(artworkId, changed.body.versionId);
    expect(await open(shareImagePath(artworkId, versionId))).toMatchObject({
      statusCode: 302,
      headers: { location: address },
    });
    expect(imageOf(await open(address)).equals(imageOf(before))).toBe(false);
  });

  test("made-up addresses have nothing drawn for them", async () => {
    const { artworkId, versionId } = await given.artwork(artist.userId);
    expect(await open(`/share/${artworkId}/1.jpg`)).toMatchObject({
      statusCode: 302,
      headers: { location: shareImagePath(artworkId, versionId), "cache-control": "no-store" },
    });
    for (const path of ["/share/nonsense/1.jpg", shareImagePath("0199a000-0000-7000-8000-000000000001", versionId)]) {
      expect((await open(path)).statusCode).toBe(404);
    }
  });

  test("isn't there for hidden artwork", async () => {
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const change = { params: { artworkId }, body: { artworkVisibility: "invisible" as const } };
    await api.call(updateArtwork, { as: artist.userId, ...change });
    expect((await open(shareImagePath(artworkId, versionId))).statusCode).toBe(404);
  });

  test("of artwork that costs money has its watermark, and is gone with its preview", async () => {
    const seller = await given.user({ onboarded: true });
    const terms = { artworkType: "commercial", artworkPersonal: 40 } as const;
    const { artworkId, versionId } = await given.artwork(seller.userId, terms);
    const read: string[] = [];
    const shownPreviews = { read: async (previewKey: string) => void read.push(previewKey) as undefined };
    const path = shareImagePath(artworkId, versionId);
    expect((await answerShareImage(path, { reading: api.services.table, shownPreviews })).statusCode).toBe(404);
    const { version } = (await api.call(readArtwork, { params: { artworkId } })).body;
    expect(version.previews[0]?.jpeg).toContain(read[0]);
  });
});

describe("text in it", () => {
  test("is drawn whole or not at all: in a script without outlines there is only the picture", async () => {
    expect(outlineText("Ōkami über Łódź, “12 €”", 40, 800)).toBeDefined();
    for (const text of ["春の海", "Весна", "بحر", "Dusk 🌅", ""]) expect(outlineText(text, 40, 800)).toBeUndefined();
    const preview = await pictureOf({ width: 1280, height: 853 });
    const without = await drawShareImage(preview, { title: "春の海", artist: "春" });
    const { data, info } = await sharp(without).raw().toBuffer({ resolveWithObject: true });
    // The last row is the picture's, which takes the whole height.
    const at = (info.width * (info.height - 1) + info.width / 2) * info.channels;
    expect([...data.subarray(at, at + 3)]).not.toEqual([27, 24, 22]);
  });

  test("that is too long ends in an ellipsis within its room", () => {
    const line = outlineText("W".repeat(70), 44, 800);
    expect(line?.width).toBeLessThanOrEqual(800);
    expect(line?.width).toBeGreaterThan(700);
  });

  test("composed and decomposed letters are the same", () => {
    expect(outlineText("e\u0301", 40, 800)).toEqual(outlineText("\u00e9", 40, 800));
  });
});
