import sharp from "sharp";
import { expect, test } from "vitest";
import { openPixels, toPixels } from "#lambdas/events/uploads/decode-picture.ts";
import { encode } from "#lambdas/events/uploads/encode.ts";
import { PREVIEW_WIDTHS } from "#shared/picture-widths.ts";

const WIDTH = 640;
const HEIGHT = 480;

/** A gradient with grain, by default like film grain. */
async function grainyGradient(sigma = 5) {
  const noise = { type: "gaussian", mean: 128, sigma } as const;
  const grain = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#000", noise } })
    .greyscale()
    .raw()
    .toBuffer();
  const pixels = Buffer.from(
    [...grain].flatMap((level, at) => {
      const across = (at % WIDTH) / WIDTH;
      return [60 + 100 * across, 80 + 60 * across, 140 - 40 * across].map((tone) => tone + level - 128);
    }),
  );
  return { data: pixels, raw: { width: WIDTH, height: HEIGHT, channels: 3 }, isWide: false } as const;
}

/** Standard deviation of the detail that a slight blur removes, in levels of luma. */
async function measureDetail(file: Buffer) {
  const luma = sharp(await sharp(file).greyscale().png().toBuffer());
  const [sharpLuma, soft] = await Promise.all(
    [luma.clone(), luma.clone().blur(1.2)].map((one) => one.raw().toBuffer()),
  );
  const squares = sharpLuma?.reduce((sum, level, at) => sum + (level - (soft?.[at] ?? 0)) ** 2, 0) ?? 0;
  return Math.sqrt(squares / (sharpLuma?.length ?? 1));
}

test.each(["avif", "webp", "jpeg"] as const)("%s keeps 60 % of visible grain", async (format) => {
  const pixels = await grainyGradient();
  const original = await openPixels(pixels).png().toBuffer();
  const encoded = await encode(format, pixels).toBuffer();
  expect((await measureDetail(encoded)) / (await measureDetail(original))).toBeGreaterThan(0.6);
});

test.each(["avif", "jpeg"] as const)("%s keeps 60 % of the fine grain of the smallest preview", async (format) => {
  const picture = openPixels(await grainyGradient(2.5)).resize({ width: Math.min(...PREVIEW_WIDTHS) });
  const pixels = await toPixels(picture, { isWide: false });
  const original = await openPixels(pixels).png().toBuffer();
  const encoded = await encode(format, pixels).toBuffer();
  expect((await measureDetail(encoded)) / (await measureDetail(original))).toBeGreaterThan(0.6);
});

test.each(["avif", "jpeg"] as const)("%s keeps the colours of an edge distinct", async (format) => {
  const stripes = Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => (at % 2 ? [255, 0, 0] : [0, 0, 255])).flat());
  const picture = { data: stripes, raw: { width: 64, height: 64, channels: 3 }, isWide: false } as const;
  const shown = await sharp(await encode(format, picture).toBuffer())
    .removeAlpha()
    .raw()
    .toBuffer();
  const furthest = Math.max(...shown.map((level, at) => Math.abs(level - (stripes[at] ?? 0))));
  expect(furthest).toBeLessThan(48);
});
