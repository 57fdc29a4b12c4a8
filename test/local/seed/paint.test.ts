import sharp from "sharp";
import { expect, test } from "vitest";
import { paint } from "#local/seed/art/paint.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { SHAPES } from "#local/seed/work.ts";
import { LIMITS } from "#shared/limits.ts";

/** One work of each style. */
const samples = new Map(CATALOGUE.map(({ work }) => [work.style, work] as const));

test.each([...samples])("%s fills its format with a varied picture", async (_name, work) => {
  const file = await paint(work);
  const { format, width, height } = await sharp(file).metadata();
  expect({ format, width, height }).toEqual({
    format: "jpeg",
    width: SHAPES[work.shape][0],
    height: SHAPES[work.shape][1],
  });
  expect(file.length).toBeLessThan(LIMITS.artworkFile.maxBytes);
  const { channels } = await sharp(file).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12);
});

test("the same drawing gives the same bytes, another seed another picture", async () => {
  const [work] = samples.values();
  if (!work) throw new Error("the catalogue is empty");
  const [first, second, other] = await Promise.all([paint(work), paint(work), paint({ ...work, seed: work.seed + 1 })]);
  expect(first.equals(second)).toBe(true);
  expect(first.equals(other)).toBe(false);
});
