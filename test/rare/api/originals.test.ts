import { createHash } from "node:crypto";
import exifReader from "exif-reader";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { readMedia } from "#shared/contract/media.ts";
import { createGiven } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const PLACE = { GPSLatitudeRef: "N", GPSLatitude: "47/1 22/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "8/1 32/1 0/1" };
const CREDITS = { Copyright: "Ana Artist", Artist: "Ana" };
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  ><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="47,22.0N"/></rdf:RDF></x:xmpmeta>`;

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: string;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  artist = (await given.user()).userId;
});

/** A photograph with all kinds of metadata. */
const talkative = async (finish: (picture: Sharp) => Sharp) =>
  finish(sharp(await createPicture()))
    .withIccProfile("p3")
    .withXmp(XMP)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ...CREDITS, Model: "Snapper 3000" }, IFD3: PLACE })
    .toBuffer();

/** Uploads a file and returns its stored original and media. */
async function kept(file: Buffer, mime: string) {
  const { mediaId } = await given.upload(artist, file, mime);
  const media = await findMedia(api.services.table, mediaId);
  const original = await api.services.uploads.read(media?.originalKey ?? "");
  if (!media || !original) throw new Error("Nothing was kept");
  return { mediaId, media, original };
}

/** The coded pixels of a file, without rotation. */
const getPixels = async (file: Buffer) => (await sharp(file).raw().toBuffer()).toString("base64");

describe.each([
  ["a JPEG", "image/jpeg", (picture: Sharp) => picture.jpeg()],
  ["a progressive JPEG", "image/jpeg", (picture: Sharp) => picture.jpeg({ progressive: true })],
  ["a PNG", "image/png", (picture: Sharp) => picture.png()],
])("the original of %s", (_what, mime, finish) => {
  test("keeps pixels, profile, orientation and credits, and loses GPS position and camera", async () => {
    const sent = await talkative(finish);
    const { original } = await kept(sent, mime);

    expect(await getPixels(original)).toBe(await getPixels(sent));
    const [before, after] = await Promise.all([sharp(sent).metadata(), sharp(original).metadata()]);
    expect([before.xmp?.length, exifReader(before.exif ?? Buffer.alloc(0)).GPSInfo]).toEqual([
      XMP.length,
      expect.objectContaining({ GPSLatitudeRef: "N" }),
    ]);
    expect(after.icc).toEqual(before.icc);
    expect([after.orientation, after.width, after.height]).toEqual([6, before.width, before.height]);
    expect(after.xmp).toBeUndefined();
    const { Image, GPSInfo } = exifReader(after.exif ?? Buffer.alloc(0));
    expect(Image).toMatchObject(CREDITS);
    expect([Image?.Model, GPSInfo]).toEqual([undefined, undefined]);
    expect(original.includes("GPSLatitude")).toBe(false);
  });

  test("has the stored size and hash, and can still be watermarked", async () => {
    const { mediaId, media, original } = await kept(await talkative(finish), mime);
    const digest = createHash("sha256").update(original).digest("hex");
    expect([media.bytes, media.sha256]).toEqual([original.length, digest]);
    await api.services.previewMaker.make(mediaId, "light");
    expect((await findMedia(api.services.table, mediaId))?.watermarkedAt).toBeTruthy();
    expect((await api.call(readMedia, { as: artist, params: { mediaId } })).body.status).toBe("ready");
  });

  test("has nothing behind the end of the picture", async () => {
    const sent = Buffer.concat([
      await finish(sharp(await createPicture())).toBuffer(),
      Buffer.from("GPSLatitude 47 N"),
    ]);
    expect((await kept(sent, mime)).original.includes("GPSLatitude")).toBe(false);
  });
});

test("a file without metadata is kept byte for byte", async () => {
  for (const format of ["jpeg", "png", "gif"] as const) {
    const plain = await sharp(await createPicture())
      .toFormat(format)
      .toBuffer();
    expect((await kept(plain, `image/${format}`)).original.equals(plain)).toBe(true);
  }
});

test("a PNG keeps only the texts that name the artist", async () => {
  const plain = await createPicture({ format: "png" });
  const text = (words: string) => {
    const frame = Buffer.alloc(12 + words.length);
    frame.writeUInt32BE(words.length, 0);
    frame.write(`tEXt${words}`, 4, "latin1");
    return frame;
  };
  const headEnd = 8 + 25;
  const texts = ["Author\0Ana", "Copyright\0Ana Artist", "Location\0Zurich"].map(text);
  const { original } = await kept(
    Buffer.concat([plain.subarray(0, headEnd), ...texts, plain.subarray(headEnd)]),
    "image/png",
  );
  expect(["Ana Artist", "Author", "Zurich"].map((words) => original.includes(words))).toEqual([true, true, false]);
});

test("a GIF keeps its frames, delays and loop count, and loses comments and XMP", async () => {
  const first = await createPicture();
  const frames = [first, await sharp(first).negate().toBuffer(), await sharp(first).flop().toBuffer()];
  const sent = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 3, delay: [100, 200, 300] })
    .toBuffer();
  const block = (label: number, ...texts: readonly string[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...texts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])),
      Buffer.from([0]),
    ]);
  const comments = [block(0xfe, "Taken in Zurich"), block(0xff, "XMP DataXMP", "exif:GPSLatitude=47,22.0N")];
  const start = 13 + ((sent[10] ?? 0) & 0x80 ? 3 * 2 ** (((sent[10] ?? 0) & 7) + 1) : 0);
  const talkativeGif = Buffer.concat([
    sent.subarray(0, start),
    ...comments,
    sent.subarray(start),
    Buffer.from("Zurich"),
  ]);
  const { original } = await kept(talkativeGif, "image/gif");
  expect(["Zurich", "GPSLatitude"].map((words) => original.includes(words))).toEqual([false, false]);
  expect(original.equals(sent)).toBe(true);
  const { pages, loop, delay } = await sharp(original, { pages: -1 }).metadata();
  expect([pages, loop, delay]).toEqual([3, 3, [100, 200, 300]]);
});
