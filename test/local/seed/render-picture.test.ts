import sharp from "sharp";
import { expect, test } from "vitest";
import { renderPicture } from "#local/seed/art/render-picture.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { SHAPES } from "#local/seed/demo-artwork.ts";
import { LIMITS } from "#shared/limits.ts";

/** One artwork of each style. */
const samples = new Map(CATALOGUE.map(({ artwork }) => [artwork.style, artwork] as const));

test.each([...samples])("%s fills its format with a varied picture", async (_name, artwork) => {
  const file = await renderPicture(artwork);
  const { format, width, height } = await sharp(file).metadata();
  expect({ format, width, height }).toEqual({
    format: "jpeg",
    width: SHAPES[artwork.shape][0],
    height: SHAPES[artwork.shape][1],
  });
  expect(file.length).toBeLessThan(LIMITS.artworkFile.maxBytes);
  const { channels } = await sharp(file).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12);
});

test("the same settings give the same bytes, another seed gives another picture", async () => {
  const [artwork] = samples.values();
  if (!artwork) throw new Error("the catalogue is empty");
  const [first, second, other] = await Promise.all([
    renderPicture(artwork),
    renderPicture(artwork),
    renderPicture({ ...artwork, seed: artwork.seed + 1 }),
  ]);
  expect(first.equals(second)).toBe(true);
  expect(first.equals(other)).toBe(false);
});
