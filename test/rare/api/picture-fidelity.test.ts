import { deflateSync } from "node:zlib";
import exifReader from "exif-reader";
import sharp from "sharp";
import { expect, test } from "vitest";
import { computePreviewSize, listWidths, newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { cleanOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { derivePreviews } from "#lambdas/events/uploads/derive-previews.ts";
import { buildTiff } from "#lambdas/events/uploads/exif.ts";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { LIMITS } from "#shared/limits.ts";
import { pngChunk, withChunks } from "#test/support/hostile-pictures.ts";
import { createPicture, UNPUBLISHED } from "#test/support/pictures.ts";

async function inspect(file: Buffer) {
  const announced = { bytes: file.length, sha256: computeSha256(file) };
  const picture = await inspectPicture(file, announced, { gif: false });
  if (typeof picture === "string") throw new Error(picture);
  return picture;
}

const FOLDER = newFolder({ isWide: false });

const getPreviews = async (file: Buffer) =>
  (await derivePreviews(await inspect(file), FOLDER, UNPUBLISHED)).derivatives;

async function deepPng(red: number, green: number, blue: number, profile: "srgb" | "p3") {
  const one = sharp({ create: { width: 1024, height: 1024, channels: 3, background: { r: red, g: green, b: blue } } });
  const { icc } = await sharp(await one.clone().withIccProfile(profile).png().toBuffer()).metadata();
  const content = Buffer.concat([Buffer.from("p\0\0"), deflateSync(icc ?? Buffer.alloc(0))]);
  return withChunks(await one.toColourspace("rgb16").png().toBuffer(), pngChunk("iCCP", content));
}

const getMeanColor = async (jpeg: Buffer) => [...(await sharp(jpeg).resize(1, 1).raw().toBuffer())];

test.each([
  ["sRGB", "srgb", [0, 255, 0], [0, 255, 0]],
  ["sRGB", "srgb", [200, 60, 40], [200, 60, 40]],
  ["Display P3", "p3", [200, 60, 40], [217, 41, 24]],
  ["Display P3", "p3", [40, 140, 70], [0, 142, 60]],
] as const)(
  "previews of a 16-bit PNG with a profile of %s have its colours (%s %j)",
  async (_, profile, [r, g, b], right) => {
    const previews = await getPreviews(await deepPng(r, g, b, profile));
    const { data } = previews.find(({ nominal, format }) => nominal === 640 && format === "jpeg") ?? {};
    const shown = await getMeanColor(data ?? Buffer.alloc(0));
    for (const [channel, level] of shown.entries()) expect(Math.abs(level - (right[channel] ?? 0))).toBeLessThan(4);
  },
);

/** A JPEG without JFIF, whose density is only in EXIF, as of cameras. */
async function buildJpeg(facts: Parameters<typeof buildTiff>[0]) {
  const file = await createPicture();
  const content = Buffer.concat([Buffer.from("Exif\0\0"), buildTiff(facts) ?? Buffer.alloc(0)]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 4);
  const behindJfif = file[3] === 0xe0 ? 4 + file.readUInt16BE(4) : 2;
  return Buffer.concat([head, content, file.subarray(behindJfif)]);
}

/** A file's EXIF credits, decoded as UTF-8. */
async function readCredits(file: Buffer) {
  const { exif } = await sharp(file).metadata();
  const image = exif && exifReader(exif).Image;
  const text = (value: unknown) =>
    Buffer.from(value as string)
      .toString("utf8")
      .replace(/\0+$/, "");
  return { artist: text(image?.Artist ?? ""), copyright: text(image?.Copyright ?? ""), image };
}

const CREDITS = { artist: "Zoë Ñandú 山田 🎨", copyright: "© 2026 Zoë" };

test("credits in any script are kept in every preview and in the sold file", async () => {
  const file = await buildJpeg(CREDITS);
  for (const { data } of await getPreviews(file)) expect(await readCredits(data)).toMatchObject(CREDITS);
  expect(await readCredits(cleanOriginal(await inspect(file)))).toMatchObject(CREDITS);
});

test("a sold file keeps its density and has no wrong size in EXIF", async () => {
  const file = await buildJpeg({ ...CREDITS, orientation: 6, resolution: { x: 300, y: 300, unit: 2 } });
  const sold = cleanOriginal(await inspect(file));
  expect(await sharp(sold).metadata()).toMatchObject({ density: 300, orientation: 6, width: 1200, height: 1024 });
  const { image } = await readCredits(sold);
  expect([image?.XResolution, image?.ResolutionUnit, image?.ImageWidth]).toEqual([300, 2, undefined]);
});

test("credits are limited in length, and the orientation is kept with them", async () => {
  const file = await buildJpeg({ artist: "", copyright: "C".repeat(60_000), orientation: 6 });
  const sold = cleanOriginal(await inspect(file));
  expect((await readCredits(sold)).copyright).toBe("C".repeat(LIMITS.pictureCredit.max));
  expect((await sharp(sold).metadata()).orientation).toBe(6);
  const { exif } = await sharp((await getPreviews(file))[0]?.data).metadata();
  expect(exif?.length).toBeLessThan(2000);
});

test("previews higher than WebP's limit of 16,383 pixels are narrower", () => {
  expect(computePreviewSize(1280, 1024, 16_384)).toEqual({ width: 1023, height: 16_368 });
  expect(computePreviewSize(640, 1024, 16_384)).toEqual({ width: 640, height: 10_240 });
  const widest = newFolder({ isWide: true });
  expect(listWidths(widest, 4000, 9000)).toEqual([320, 640, 1280, 2560]);
  expect(listWidths(widest, 4000, 12_000)).toEqual([320, 640, 1280]);
});
