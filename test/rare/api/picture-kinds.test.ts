import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { derivePreviews } from "#lambdas/events/uploads/derive-previews.ts";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { GROUND } from "#shared/colors.ts";
import { buildGif, pngChunk } from "#test/support/hostile-pictures.ts";
import { getDistance, PATCHES, patchesPicture, patchesPng, readPatches, toRgb } from "#test/support/patches.ts";
import { UNPUBLISHED } from "#test/support/pictures.ts";

const FORMATS = ["avif", "webp", "jpeg"] as const;
type Format = (typeof FORMATS)[number];

/** The previews of 640 pixels. */
async function getPreviews(file: Buffer) {
  const picture = await inspectPicture(file, { bytes: file.length, sha256: computeSha256(file) }, { gif: true });
  if (typeof picture === "string") throw new Error(picture);
  const { derivatives } = await derivePreviews(picture, newFolder({ isWide: false }), UNPUBLISHED);
  const shown = derivatives.filter(({ nominal }) => nominal === 640);
  return Object.fromEntries(shown.map(({ format, data }) => [format, data])) as Record<Format, Buffer>;
}

const rgb = (before: readonly Buffer[] = [], depth: 8 | 16 = 8) =>
  patchesPng({ kind: "rgb", depth, samples: toRgb, before });

function numbers(...values: readonly number[]) {
  const content = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => {
    content.writeUInt32BE(value, 4 * at);
  });
  return content;
}

const gama = (exponent: number) => pngChunk("gAMA", numbers(Math.round(exponent * 100_000)));
const adobeChrm = pngChunk("cHRM", numbers(31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000));
const cicp = (primaries: number, curve: number) => pngChunk("cICP", Buffer.from([primaries, curve, 0, 1]));
const srgb = pngChunk("sRGB", Buffer.from([0]));

async function iccp(name: "srgb" | "p3") {
  const { icc } = await sharp(await patchesPicture().withIccProfile(name).png().toBuffer()).metadata();
  return pngChunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(icc ?? Buffer.alloc(0))]));
}

const SHOWN = PATCHES[1];
const P3_SHOWN = ["d92918", "008e3c", "2c46ba", "f0a60b"];
const ADOBE_SHOWN = ["e73922", "008d3f", "2244b9", "f9ac2c"];
const LINEAR_SHOWN = ["e5856e", "6ec48f", "7a8fdb", "f4d585"];

const jpeg = (change: (picture: Sharp) => Sharp = (picture) => picture) =>
  change(patchesPicture()).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();

/** Colours of the middle row of each kind of file, in sRGB. */
const COLOURS: readonly (readonly [string, () => Buffer | Promise<Buffer>, readonly string[]])[] = [
  ["a PNG without colour metadata", () => rgb(), SHOWN],
  ["a 16-bit PNG without colour metadata", () => rgb([], 16), SHOWN],
  ["gAMA of linear light", () => rgb([gama(1)]), LINEAR_SHOWN],
  ["gAMA of linear light in 16 bits", () => rgb([gama(1)], 16), LINEAR_SHOWN],
  ["gAMA and cHRM of Adobe RGB", () => rgb([gama(1 / 2.19921875), adobeChrm]), ADOBE_SHOWN],
  ["cHRM alone", () => rgb([adobeChrm]), SHOWN],
  ["gAMA beside sRGB", () => rgb([srgb, gama(1)]), SHOWN],
  ["gAMA beside a profile", async () => rgb([gama(1), await iccp("srgb")]), SHOWN],
  ["cICP of Display P3", () => rgb([cicp(12, 13)]), P3_SHOWN],
  ["cICP of linear light", () => rgb([cicp(1, 8)]), LINEAR_SHOWN],
  ["cICP of sRGB beside a profile of Display P3", async () => rgb([cicp(1, 13), await iccp("p3")]), SHOWN],
  ["cICP with unknown numbers", () => rgb([cicp(77, 13)]), SHOWN],
  ["a profile of Display P3", async () => rgb([await iccp("p3")]), P3_SHOWN],
  ["a profile of Display P3 in 16 bits", async () => rgb([await iccp("p3")], 16), P3_SHOWN],
  ["a profile of sRGB in 16 bits", async () => rgb([await iccp("srgb")], 16), SHOWN],
  ["a damaged profile", () => rgb([pngChunk("iCCP", Buffer.from("p\0\0damaged"))]), SHOWN],
  [
    "colour metadata behind the data",
    () => patchesPng({ kind: "rgb", samples: toRgb, behind: [srgb, gama(1), cicp(12, 13)] }),
    SHOWN,
  ],
  ["an interlaced PNG", () => patchesPicture().png({ progressive: true }).toBuffer(), SHOWN],
  ["a JPEG", () => jpeg(), SHOWN],
  ["a progressive JPEG", () => patchesPicture().jpeg({ progressive: true }).toBuffer(), SHOWN],
  ["a JPEG in Display P3", () => jpeg((picture) => picture.withIccProfile("p3")), SHOWN],
  [
    "grey",
    () => patchesPng({ kind: "grey", samples: (column) => [64 * column] }),
    ["000000", "404040", "808080", "c0c0c0"],
  ],
  [
    "grey with gAMA of linear light",
    () => patchesPng({ kind: "grey", samples: (column) => [64 * column], before: [gama(1)] }),
    ["000000", "898989", "bcbcbc", "e1e1e1"],
  ],
  [
    "grey of 16 bits with gAMA of linear light",
    () => patchesPng({ kind: "grey", depth: 16, samples: (column) => [64 * column], before: [gama(1)] }),
    ["000000", "898989", "bcbcbc", "e1e1e1"],
  ],
];

test.each(COLOURS)("%s has the colours that browsers show", async (_, make, right) => {
  const previews = await getPreviews(await make());
  for (const format of FORMATS) {
    const [, row = []] = await readPatches(previews[format]);
    expect([format, getDistance(row, right)]).toEqual([format, expect.toSatisfy((levels: number) => levels <= 5)]);
  }
});

test("a CMYK picture isn't inverted", async () => {
  const previews = await getPreviews(await patchesPicture().toColourspace("cmyk").jpeg().toBuffer());
  for (const format of FORMATS) {
    const [, row = []] = await readPatches(previews[format]);
    expect(getDistance(row, SHOWN)).toBeLessThan(64);
  }
});

describe("wide-gamut colours", () => {
  const findProfile = async (file: Buffer) => (await sharp(file).metadata()).icc;

  test("are kept in AVIF and WebP, and converted to sRGB in JPEG", async () => {
    const previews = await getPreviews(rgb([cicp(12, 13)]));
    expect(await findProfile(previews.jpeg)).toBeUndefined();
    for (const format of ["avif", "webp"] as const) {
      const file = previews[format];
      expect(await findProfile(file)).toBeDefined();
      const { data } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
      expect(getDistance([data.toString("hex", 640 * 3 * 10 + 60, 640 * 3 * 10 + 63)], ["ff0000"])).toBeLessThan(6);
    }
  });

  test("have a profile only if the picture has such colours", async () => {
    const inside = await patchesPicture().modulate({ saturation: 0.4 }).withIccProfile("p3").png().toBuffer();
    const previews = await getPreviews(inside);
    for (const format of FORMATS) expect(await findProfile(previews[format])).toBeUndefined();
  });
});

describe("transparency", () => {
  const clear = (column: number) => (column === 1 ? 0 : column === 2 ? 128 : 255);
  const FILES: readonly (readonly [string, () => Buffer | Promise<Buffer>, readonly string[]])[] = [
    [
      "a PNG with an alpha channel",
      () => patchesPng({ kind: "rgba", samples: (column) => [40, 140, 70, clear(column)] }),
      ["", "/0", "/128", ""],
    ],
    [
      "grey with an alpha channel",
      () => patchesPng({ kind: "greyAlpha", samples: (column) => [40, clear(column)] }),
      ["", "/0", "/128", ""],
    ],
    [
      "grey with an alpha channel in 16 bits",
      () => patchesPng({ kind: "greyAlpha", depth: 16, samples: (column) => [40, clear(column)] }),
      ["", "/0", "/128", ""],
    ],
    [
      "a palette with transparent colours",
      () =>
        patchesPng({
          kind: "palette",
          samples: (column) => [column],
          before: [
            pngChunk("PLTE", Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])),
            pngChunk("tRNS", Buffer.from([255, 0, 128])),
          ],
        }),
      ["", "/0", "/128", ""],
    ],
    [
      "one transparent colour",
      () =>
        patchesPng({
          kind: "rgb",
          samples: (column) => [40 * column, 9, 9],
          before: [pngChunk("tRNS", Buffer.from([0, 40, 0, 9, 0, 9]))],
        }),
      ["", "/0", "", ""],
    ],
    [
      "an alpha channel over linear light",
      () => patchesPng({ kind: "rgba", samples: (column) => [40, 140, 70, clear(column)], before: [gama(1)] }),
      ["", "/0", "/128", ""],
    ],
    [
      "an alpha channel over wide-gamut colours",
      () => patchesPng({ kind: "rgba", samples: (column) => [255, 0, 0, clear(column)], before: [cicp(12, 13)] }),
      ["", "/0", "/128", ""],
    ],
  ];

  test.each(FILES)("is kept in AVIF and WebP, and grey in JPEG: %s", async (_, make, right) => {
    const previews = await getPreviews(await make());
    for (const format of ["avif", "webp"] as const) {
      const [, row = []] = await readPatches(previews[format]);
      expect(row.map((pixel) => pixel.slice(6))).toEqual(right);
    }
    const [, row = []] = await readPatches(previews.jpeg);
    expect(getDistance([row[1] ?? ""], [GROUND.slice(1)])).toBeLessThan(3);
  });

  test("is dropped if every pixel is opaque", async () => {
    const previews = await getPreviews(patchesPng({ kind: "rgba", samples: (...at) => [...toRgb(...at), 255] }));
    for (const format of FORMATS) expect(await sharp(previews[format]).metadata()).toMatchObject({ channels: 3 });
  });

  test("includes the canvas that a GIF's first frame doesn't cover", async () => {
    const previews = await getPreviews(buildGif(1024, 2, 1));
    for (const format of ["avif", "webp"] as const) {
      expect((await readPatches(previews[format])).flat().every((pixel) => pixel.endsWith("/0"))).toBe(true);
    }
  });
});

/** Orientations, with the corner of the first patch once the picture is upright. */
test.each([
  [0, "top left"],
  [2, "top right"],
  [3, "bottom right"],
  [4, "bottom left"],
  [5, "top left"],
  [6, "top right"],
  [7, "bottom right"],
  [8, "bottom left"],
  [9, "top left"],
])("a JPEG of orientation %i is rotated upright", async (orientation, place) => {
  const lying = await jpeg((picture) => picture.withMetadata({ orientation: Math.min(8, Math.max(1, orientation)) }));
  const at = lying.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00, 0x01, 0, 0, 0]));
  if (at !== -1) lying[at + 8] = orientation;
  const rows = await readPatches((await getPreviews(lying)).jpeg);
  const corner = rows.at(place.startsWith("top") ? 0 : -1)?.at(place.endsWith("left") ? 0 : -1) ?? "";
  expect(getDistance([corner], ["ff0000"])).toBeLessThan(12);
});
