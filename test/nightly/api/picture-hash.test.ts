import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findCopied } from "#lambdas/areas/search/find-copies.ts";
import { computePixelHash, HASH_BYTES, HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { drawnPicture } from "#test/support/drawn-pictures.ts";
import { openTestedIndex } from "#test/support/search/tested-index.ts";

const FOLDER = "demo/pictures";
/** Pixels to which the demo's pictures are scaled down; the hash reads far fewer, and copies are made sooner. */
const SIDE = 1500;
const STRANGERS = 1000;

const computeHash = async (picture: Sharp) =>
  computePixelHash(await picture.resize(HASH_SIDE, HASH_SIDE, { fit: "fill" }).removeAlpha().raw().toBuffer());

/** In the order of their ids, from 1. */
const works: Buffer[] = [];
const index = openTestedIndex();

async function publish(file: Buffer) {
  const hash = await computeHash(sharp(file));
  const document = {
    texts: [],
    facets: [],
    measures: {},
    card: {},
    hash: hash && Buffer.from(hash).toString("base64"),
  };
  works.push(file);
  await index.write([{ kind: "artwork", id: String(works.length), document }]);
}

beforeAll(async () => {
  for (const name of readdirSync(FOLDER)) {
    await publish(await sharp(join(FOLDER, name)).resize(SIDE, SIDE, { fit: "inside" }).png().toBuffer());
  }
  for (let seed = 0; seed < 60; seed++) await publish(await drawnPicture(seed).png().toBuffer());
});

async function findCopies(picture: Sharp) {
  const hash = await computeHash(sharp(await picture.toBuffer()));
  return hash ? (await findCopied(index, hash.subarray(0, HASH_BYTES))).map(({ id }) => Number(id)) : [];
}

/** Crops to an area, given in shares of the picture's width and height. */
async function crop(file: Buffer, left: number, top: number, width: number, height: number) {
  const size = await sharp(file).metadata();
  return sharp(file).extract({
    left: Math.round(left * size.width),
    top: Math.round(top * size.height),
    width: Math.floor(width * size.width),
    height: Math.floor(height * size.height),
  });
}

async function resizeToThird(picture: Sharp) {
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
  return sharp(data).resize(Math.round(info.width / 3));
}

const COPIES: Readonly<Record<string, (file: Buffer) => Sharp | Promise<Sharp>>> = {
  "a third as large": async (file) => (await resizeToThird(sharp(file))).jpeg(),
  "in JPEG of quality 40": (file) => sharp(file).jpeg({ quality: 40 }),
  "cropped all round": async (file) => (await crop(file, 0.05, 0.05, 0.9, 0.9)).jpeg(),
  "cropped at one side": async (file) => (await crop(file, 0.1, 0, 0.9, 1)).jpeg(),
  "cropped at a corner": async (file) => (await crop(file, 0.1, 0.1, 0.9, 0.9)).jpeg(),
  mirrored: (file) => sharp(file).flop().jpeg(),
  "turned by a quarter": (file) => sharp(file).rotate(90).jpeg(),
  "all of that": async (file) =>
    (await resizeToThird((await crop(file, 0.05, 0.05, 0.9, 0.9)).flop())).jpeg({ quality: 40 }),
};

describe("at least 95 of a hundred works are recognized in a copy that is", () => {
  test.each(Object.entries(COPIES))("%s", async (_copy, copy) => {
    let recognized = 0;
    for (const [at, file] of works.entries()) {
      const copied = await findCopies(await copy(file));
      expect(copied.filter((number) => number !== at + 1)).toEqual([]);
      if (copied.includes(at + 1)) recognized++;
    }
    expect(recognized).toBeGreaterThanOrEqual(95);
  });
});

test("none of a thousand other pictures is taken for a copy", async () => {
  const taken: number[] = [];
  for (let seed = 0; seed < STRANGERS; seed++) {
    if ((await findCopies(drawnPicture(1000 + seed).png())).length > 0) taken.push(seed);
  }
  expect(taken).toEqual([]);
});

test.each([
  ["of one colour", `<rect width="400" height="300" fill="#456"/>`],
  ["of a gradient with a spot", `<rect width="400" height="300" fill="url(#g)"/><circle cx="90" cy="80" r="20"/>`],
])("a picture %s has no hash, as it can't be distinguished from others", async (_what, shapes) => {
  const gradient = `<linearGradient id="g" y2="1"><stop stop-color="#024"/><stop offset="1" stop-color="#fc8"/></linearGradient>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${gradient}${shapes}</svg>`;
  expect(await computeHash(sharp(Buffer.from(svg)).flatten({ background: "#fff" }))).toBeUndefined();
});

/** Repeats a shape, such as the stripes of a pattern. */
const repeatShape = (count: number, shape: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => shape(at)).join("");

const PATTERNS: Readonly<Record<string, (kind: number) => string>> = {
  stripes: (kind) =>
    repeatShape(40, (at) => `<rect x="${at * (8 + (kind % 7))}" width="${2 + (kind % 4)}" height="400"/>`),
  checks: (kind) =>
    repeatShape((8 + kind) ** 2, (at) => {
      const [count, side] = [8 + kind, 400 / (8 + kind)];
      const [x, y] = [at % count, Math.floor(at / count)];
      return (x + y) % 2 ? `<rect x="${x * side}" y="${y * side}" width="${side}" height="${side}"/>` : "";
    }),
  rings: (kind) =>
    repeatShape(
      14,
      (at) => `<circle cx="${200 + kind}" cy="200" r="${190 - at * 13}" fill="${at % 2 ? "#fff" : "#345"}"/>`,
    ),
};

test.each(Object.entries(PATTERNS))(
  "%s have no hash, as they have too few frequencies to be distinguished",
  async (_what, pattern) => {
    for (let kind = 0; kind < 12; kind++) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${pattern(kind)}</svg>`;
      expect(await computeHash(sharp(Buffer.from(svg)).flatten({ background: "#fff" }))).toBeUndefined();
    }
  },
);
