import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { pngChunk } from "./hostile-pictures.ts";

/** Flat colours in four columns and three rows. */
export const PATCHES = [
  ["ff0000", "00ff00", "0000ff", "ffff00"],
  ["c83c28", "288c46", "3246b4", "e6aa3c"],
  ["808080", "404040", "dcdcdc", "78286e"],
] as const;

const SIZE = { width: 1200, height: 1026 } as const;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG colour types by name. */
const KIND = { grey: 0, rgb: 2, palette: 3, greyAlpha: 4, rgba: 6 } as const;

interface PngWish {
  readonly kind: keyof typeof KIND;
  readonly depth?: 8 | 16;
  /** Samples of the patch at a column and a row, each from 0 to 255. */
  readonly samples: (column: number, row: number) => readonly number[];
  /** Chunks before and after the data. */
  readonly before?: readonly Buffer[];
  readonly behind?: readonly Buffer[];
}

const sampleBytes = (samples: readonly number[], depth: number) =>
  Buffer.from(depth === 16 ? samples.flatMap((sample) => [sample, sample]) : samples);

/** A PNG of the patches. */
export function patchesPng({ kind, depth = 8, samples, before = [], behind = [] }: PngWish): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, KIND[kind], 0, 0, 0]);
  head.writeUInt32BE(SIZE.width, 0);
  head.writeUInt32BE(SIZE.height, 4);
  const lines = PATCHES.map((colours, row) => {
    const patches = colours.map((_, column) =>
      Buffer.concat(
        Array.from({ length: SIZE.width / colours.length }, () => sampleBytes(samples(column, row), depth)),
      ),
    );
    return Buffer.concat([Buffer.from([0]), ...patches]);
  });
  const bands = lines.flatMap((line) => Array.from({ length: SIZE.height / lines.length }, () => line));
  const data = deflateSync(Buffer.concat(bands), { level: 1 });
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk("IHDR", head),
    ...before,
    pngChunk("IDAT", data),
    ...behind,
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export const toRgb = (column: number, row: number) => [...Buffer.from(PATCHES[row]?.[column] ?? "", "hex")];

/** The patches as input of sharp's encoders. */
export const patchesPicture = () => sharp(patchesPng({ kind: "rgb", samples: toRgb }));

/** Hex colour at the middle of each patch, followed by a slash and its alpha if not opaque. */
export async function readPatches(file: Buffer): Promise<string[][]> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return PATCHES.map((colours, row) =>
    colours.map((_, column) => {
      const x = Math.floor(((column + 0.5) * info.width) / colours.length);
      const y = Math.floor(((row + 0.5) * info.height) / PATCHES.length);
      const pixel = data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4);
      return `${pixel.toString("hex", 0, 3)}${pixel[3] === 255 ? "" : `/${pixel[3]}`}`;
    }),
  );
}

/** Maximum difference of two rows of colours in levels. */
export const getDistance = (one: readonly string[], other: readonly string[]) =>
  Math.max(
    ...one.flatMap((hex, at) => {
      const [a, b] = [Buffer.from(hex.slice(0, 6), "hex"), Buffer.from((other[at] ?? "").slice(0, 6), "hex")];
      return [0, 1, 2].map((channel) => Math.abs((a[channel] ?? 999) - (b[channel] ?? -999)));
    }),
  );
