import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { openPreviews } from "#lambdas/areas/media/open-previews.ts";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { processUpload } from "#lambdas/events/uploads/process-upload.ts";
import { announceUpload, readMedia } from "#shared/contract/media.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { pngChunk, withChunks } from "#test/support/hostile-pictures.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: string;

beforeAll(async () => {
  api = await startApi({ features: { gif: false } });
  given = createGiven(api);
  artist = (await given.user()).userId;
});

const getState = async (mediaId: string) => (await api.call(readMedia, { as: artist, params: { mediaId } })).body;

/** Uploads the file and returns the state that its owner sees. */
async function uploadFile(file: Buffer, mime?: string) {
  const { mediaId } = await given.upload(artist, file, mime);
  return getState(mediaId);
}

describe("announcing an upload", () => {
  const digest = "a".repeat(64);
  const announce = (body: object) => api.call(announceUpload, { as: artist, body });

  test.each([
    ["image/svg+xml", 1000, 422, MESSAGES.fileFormat],
    ["image/gif", 1000, 422, MESSAGES.fileFormat],
    ["image/jpeg", LIMITS.artworkFile.maxBytes + 1, 422, MESSAGES.fileTooLarge],
    ["image/jpeg", 0, 400, MESSAGES.notPositiveInteger],
  ])("a %s of %i bytes answers %i", async (mime, bytes, status, message) => {
    const reply = await announce({ mime, bytes, sha256: digest });
    expect([reply.status, reply.failure.message]).toEqual([status, message]);
  });

  test("accepts a file of the maximum size", async () => {
    const reply = await announce({ mime: "image/png", bytes: LIMITS.artworkFile.maxBytes, sha256: digest });
    expect(reply.status).toBe(201);
    expect(reply.body.upload.fields).toMatchObject({ "Content-Type": "image/png" });
  });

  test("accepts a file of unknown type when its content identifies it", async () => {
    const { mediaId } = await given.upload(artist, await createPicture(), "application/octet-stream");
    expect((await getState(mediaId)).status).toBe("ready");
    expect((await findMedia(api.services.table, mediaId))?.mime).toBe("image/jpeg");
  });

  test("gives a presigned form that refuses a file of another size", async () => {
    const file = await createPicture();
    const { body } = await announceFile(Buffer.concat([file, Buffer.from("!")]));
    expect((await send(body.upload, file)).status).toBe(400);
    expect((await getState(body.mediaId)).status).toBe("pending");
  });
});

describe("a valid picture", () => {
  test("tells its owner what its file says, and its colours", async () => {
    const file = await createPicture({ format: "png" });
    const state = await uploadFile(withChunks(file, pngChunk("tEXt", Buffer.from("Title\0Three moons"))));
    expect(state.proposals).toEqual({ artworkTitle: "Three moons" });
    expect(state.colors?.length).toBeGreaterThan(0);
    expect((await uploadFile(file)).proposals).toBeUndefined();
  });

  test("becomes ready, with previews in every width and format", async () => {
    const state = await uploadFile(await createPicture({ width: 1600, height: 1200 }));
    expect(state).toMatchObject({ status: "ready", reason: null, width: 1600, height: 1200 });
    expect(state.previews.map(({ width, height }) => [width, height])).toEqual([
      [320, 240],
      [640, 480],
      [1280, 960],
      [1600, 1200],
    ]);
    for (const preview of state.previews) {
      for (const format of ["avif", "webp", "jpeg"] as const) {
        const { info, cacheControl } = await readPreview(preview[format]);
        expect([info.width, info.height]).toEqual([preview.width, preview.height]);
        expect(cacheControl).toContain("immutable");
      }
    }
    expect(Buffer.from(state.placeholder ?? "", "base64").length).toBeLessThan(40);
  });

  test("is rotated by its EXIF orientation, keeps its credits and loses its GPS position", async () => {
    const file = await sharp(await createPicture({ width: 1400, height: 1100 }))
      .withExif({ IFD0: { Copyright: "Ana Artist", Artist: "Ana" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: "Ana Artist", Artist: "Ana" }, IFD3: { GPSLatitudeRef: "N" } })
      .toBuffer();
    const state = await uploadFile(file);
    expect([state.width, state.height]).toEqual([1100, 1400]);
    const { info } = await readPreview(state.previews[0]?.jpeg ?? "");
    expect([info.width, info.height]).toEqual([320, 407]);
    expect(info.exif?.includes("Ana Artist")).toBe(true);
    expect(info.exif?.includes("GPS")).toBe(false);
    expect(info.orientation ?? 1).toBe(1);
  });

  test.each([
    ["a still PNG whose comment has the word acTL", "tEXt", Buffer.from("Comment\0acTL")],
    ["an animated PNG of one frame", "acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])],
    ["a PNG whose profile can't be inflated", "iCCP", Buffer.from("p\0\0garbage")],
  ])("is %s", async (_what, type, content) => {
    const file = withChunks(await createPicture({ format: "png" }), pngChunk(type, content));
    expect(await uploadFile(file, "image/png")).toMatchObject({ status: "ready" });
  });

  test("gets a notice when a second picture follows the first", async () => {
    const [picture, second] = [await createPicture(), await createPicture({ width: 1100 })];
    expect((await uploadFile(Buffer.concat([picture, second]))).notice).toBe(MESSAGES.mediaTrimmed);
    expect((await uploadFile(Buffer.concat([picture, Buffer.alloc(9)]))).notice).toBeNull();
  });

  test("may be a JPEG without its end marker, which is added to the original", async () => {
    const file = await createPicture();
    const { mediaId } = await given.upload(artist, file.subarray(0, -2));
    const media = await findMedia(api.services.table, mediaId);
    expect(await api.services.uploads.read(media?.originalKey ?? "")).toEqual(file);
  });

  test("is stripped of compressed text, large profiles and repeated metadata before it is decoded", async () => {
    const png = await createPicture({ format: "png" });
    const bomb = deflateSync(Buffer.alloc(LIMITS.embedded.profileBytes + 1));
    const chunks = ["zTXt", "iTXt", "iCCP", "eXIf", "eXIf"].map((type) =>
      pngChunk(type, type === "eXIf" ? Buffer.from("II*\0") : Buffer.concat([Buffer.from("k\0\0"), bomb])),
    );
    const file = withChunks(png, Buffer.concat(chunks));
    const picture = await inspectPicture(file, { bytes: file.length, sha256: computeSha256(file) }, { gif: false });
    expect(picture).toMatchObject({ file: withChunks(png, pngChunk("eXIf", Buffer.from("II*\0"))) });
  });

  test("of exactly the minimum size is accepted, and no preview is wider than it", async () => {
    const state = await uploadFile(await createPicture({ width: 1024, height: 1024, format: "png" }), "image/png");
    expect(state.status).toBe("ready");
    expect(state.previews.at(-1)?.width).toBe(1024);
  });

  test("is shown to its owner only", async () => {
    const { mediaId } = await given.upload(artist, await createPicture());
    const other = await given.user();
    expect((await api.call(readMedia, { as: other.userId, params: { mediaId } })).status).toBe(404);
  });

  test("is ready after three concurrent deliveries of its event", async () => {
    const { mediaId } = await given.upload(artist, await createPicture());
    const media = await findMedia(api.services.table, mediaId);
    await Promise.all([1, 2, 3].map(() => processUpload(media?.uploadKey ?? "", api.services)));
    expect((await getState(mediaId)).status).toBe("ready");
  });

  test("is processed by the next delivery of its event when the first one failed", async () => {
    const { previews } = api.services;
    Object.assign(api.services, { previews: openPreviews({ PREVIEWS_BUCKET: "no-such-bucket" }) });
    const file = await createPicture();
    const { body } = await announceFile(file);
    expect((await send(body.upload, file)).status).toBe(204);
    await expect(api.settled()).rejects.toThrow("The specified bucket does not exist");
    expect((await getState(body.mediaId)).status).toBe("processing");

    Object.assign(api.services, { previews });
    const media = await findMedia(api.services.table, body.mediaId);
    await processUpload(media?.uploadKey ?? "", api.services);
    expect((await getState(body.mediaId)).status).toBe("ready");
  });
});

const FAULT = 'VipsOperation: class "autorot" not found';

test.each([
  [
    "encoding",
    1203,
    () =>
      vi.spyOn(sharp.prototype, "webp").mockImplementation(() => {
        throw new Error(FAULT);
      }),
  ],
  ["decoding", 1204, () => vi.spyOn(sharp.prototype, "toBuffer").mockRejectedValue(new Error(FAULT))],
  ["reading the header", 1205, () => vi.spyOn(sharp.prototype, "metadata").mockRejectedValue(new Error(FAULT))],
])(
  "an internal error in %s is thrown, not reported as a damaged file, and a retry makes the previews",
  async (_step, width, fail) => {
    const file = await createPicture({ width });
    const { body } = await announceFile(file);
    const broken = fail();
    await send(body.upload, file);
    await expect(api.settled().finally(() => broken.mockRestore())).rejects.toThrow(FAULT);
    expect((await getState(body.mediaId)).status).toBe("processing");

    const media = await findMedia(api.services.table, body.mediaId);
    await processUpload(media?.uploadKey ?? "", api.services);
    expect((await getState(body.mediaId)).status).toBe("ready");
  },
);

describe("an invalid picture fails with a reason:", () => {
  const animation = (pages: number) => {
    const frames = Array.from({ length: pages }, (_, page) => Buffer.alloc(16 * 16 * 3, 60 * page));
    return sharp(Buffer.concat(frames), { raw: { width: 16, height: 16 * pages, channels: 3, pageHeight: 16 } });
  };

  test.each([
    ["WebP under the name of a JPEG", () => createPicture({ format: "webp" }), `${MESSAGES.fileFormat}: JPEG, PNG`],
    [
      "SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>'),
      `${MESSAGES.fileFormat}: JPEG, PNG`,
    ],
    ["text", async () => Buffer.from("just words"), `${MESSAGES.fileFormat}: JPEG, PNG`],
    [
      "half of a JPEG with an end marker",
      async () => Buffer.concat([(await createPicture()).subarray(0, 9000), Buffer.from([0xff, 0xd9])]),
      MESSAGES.fileDamaged,
    ],
    ["a truncated file", async () => (await createPicture()).subarray(0, 9000), MESSAGES.fileDamaged],
    ["a header with nothing behind it", async () => (await createPicture()).subarray(0, 12), MESSAGES.fileDamaged],
    ["too narrow", () => createPicture({ width: 1023 }), MESSAGES.fileTooSmall],
    ["too short", () => createPicture({ height: 1023 }), MESSAGES.fileTooSmall],
    ["animated", () => animation(3).gif().toBuffer(), MESSAGES.fileAnimated],
    [
      "a PNG of two frames",
      async () =>
        withChunks(await createPicture({ format: "png" }), pngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
      MESSAGES.fileAnimated,
    ],
    [
      "more pixels than a function can hold",
      () => blackPng(10_000, LIMITS.pixels.max / 10_000 + 1),
      MESSAGES.fileTooManyPixels,
    ],
  ])("%s", async (_what, make, reason) => {
    const state = await uploadFile(await make());
    expect(state).toMatchObject({ status: "failed", reason, previews: [], placeholder: null });
  });

  test("a file with another hash than announced", async () => {
    const file = await createPicture();
    const { body } = await announceFile(file);
    await send(body.upload, Buffer.alloc(file.length));
    await api.settled();
    expect(await getState(body.mediaId)).toMatchObject({ status: "failed", reason: MESSAGES.fileMismatch });
  });

  test("and its original is deleted", async () => {
    const before = api.s3.countObjects(api.buckets.originals);
    await uploadFile(await createPicture({ width: 1023 }));
    expect(api.s3.countObjects(api.buckets.originals)).toBe(before);
  });
});

/** A decompression bomb: few bytes, many pixels. */
const blackPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#000" }, limitInputPixels: false })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toBuffer();

async function readPreview(path: string) {
  const object = await api.s3.readObject(api.buckets.previews, path.slice(1));
  const data = Buffer.concat((await object?.body.toArray()) ?? []);
  return { info: await sharp(data).metadata(), cacheControl: object?.cacheControl };
}

const announceFile = (file: Buffer) => {
  const sha256 = createHash("sha256").update(file).digest("hex");
  return api.call(announceUpload, { as: artist, body: { mime: "image/jpeg", bytes: file.length, sha256 } });
};

function send({ url, fields }: { url: string; fields: Record<string, string> }, file: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(file)], { type: "image/jpeg" }));
  return fetch(url, { method: "POST", body: form });
}
