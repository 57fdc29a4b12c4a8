import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const MEGABYTE = 1024 * 1024;

/** Seeded generator of random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A PNG's chunk, with its length and checksum. */
export function pngChunk(type: string, content: Buffer) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

const PNG_HEAD_BYTES = 33;

/** The PNG with further chunks between its header and its data. */
export const withChunks = (png: Buffer, chunks: Buffer) =>
  Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), chunks, png.subarray(PNG_HEAD_BYTES)]);

function jpegSegment(marker: number, content: Buffer) {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The JPEG with further segments after its start marker. */
export const withSegments = (jpeg: Buffer, segments: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)]);

const repeat = (count: number, make: (at: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));

/** A GIF of a canvas and frames of one pixel each. */
export function buildGif(canvas: number, frames: number, frameSide = 1) {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(canvas, 6);
  head.writeUInt16LE(canvas, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]);
  frame.writeUInt16LE(frameSide, 5);
  frame.writeUInt16LE(frameSide, 7);
  return Buffer.concat([head, repeat(frames, () => frame), Buffer.from([0x3b])]);
}

/** A PNG whose header claims a size that its data lacks. */
function claimedPng(width: number, height: number, data: Buffer) {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk("IHDR", head), pngChunk("IDAT", deflateSync(data)), pngChunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

/** The file with random bytes changed after its signature. */
function damaged(file: Buffer, random: () => number) {
  const copy = Buffer.from(file);
  for (let count = 1 + random() * 40; count > 0; count--) {
    copy[8 + Math.floor(random() * (copy.length - 8))] = random() * 256;
  }
  return random() < 0.3 ? copy.subarray(0, 8 + Math.floor(random() * copy.length)) : copy;
}

/** Files that try to exhaust a picture function, by name: each kind once, then `damagedCount` damaged ones. */
export async function* hostilePictures(damagedCount: number): AsyncGenerator<readonly [name: string, file: Buffer]> {
  const picture = sharp({
    create: { width: 1200, height: 1100, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 30 } },
  });
  const png = await picture.clone().png().toBuffer();
  const jpeg = await picture.clone().jpeg().toBuffer();
  const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();
  const gif = buildGif(1024, 20, 16);
  const bomb = deflateSync(Buffer.alloc(50 * MEGABYTE));
  const compressed = (type: string, head: string) =>
    withChunks(
      png,
      repeat(50, (at) => pngChunk(type, Buffer.concat([Buffer.from(`k${at}${head}`, "latin1"), bomb]))),
    );
  const scanAt = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = progressive.subarray(scanAt, -2);

  yield ["zTXt", compressed("zTXt", "\0\0")];
  yield ["iTXt", compressed("iTXt", "\0\x01\0\0\0")];
  yield ["iCCP", compressed("iCCP", "\0\0")];
  yield ["eXIf", withChunks(png, pngChunk("eXIf", Buffer.alloc(6 * MEGABYTE, 1)))];
  yield [
    "tEXt",
    withChunks(
      png,
      repeat(200_000, () => pngChunk("tEXt", Buffer.from("Author\0Ana"))),
    ),
  ];
  yield [
    "empty chunks",
    withChunks(
      png,
      repeat(500_000, () => pngChunk("tRNS", Buffer.alloc(0))),
    ),
  ];
  yield ["huge PNG", claimedPng(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10))];
  yield ["huge PNG within the limit", claimedPng(10_000, 10_000, Buffer.alloc(10))];
  yield ["unfolding PNG", claimedPng(1024, 1024, Buffer.alloc(200 * MEGABYTE))];
  yield [
    "EXIF of 9 MB",
    withSegments(
      jpeg,
      repeat(140, () => jpegSegment(0xe1, Buffer.alloc(65_000, "Exif\0\0"))),
    ),
  ];
  yield [
    "ICC of 9 MB",
    withSegments(
      jpeg,
      repeat(140, () => jpegSegment(0xe2, Buffer.alloc(65_000, "ICC_PROFILE\0"))),
    ),
  ];
  yield [
    "empty segments",
    withSegments(
      jpeg,
      repeat(400_000, () => jpegSegment(0xe0, Buffer.alloc(0))),
    ),
  ];
  yield ["scans", Buffer.concat([progressive.subarray(0, -2), repeat(40, () => scan), Buffer.from([0xff, 0xd9])])];
  yield ["GIF of many frames", buildGif(1024, 400_000)];
  yield ["GIF of huge frames", buildGif(1024, 1000, 65_535)];
  yield ["huge GIF", buildGif(65_535, 1)];
  yield [
    "GIF of comments",
    Buffer.concat([
      gif.subarray(0, 19),
      repeat(300_000, () => Buffer.from("\x21\xfe\x03abc\0", "latin1")),
      gif.subarray(19),
    ]),
  ];
  const random = randomFrom(20_261_126);
  for (let count = 0; count < damagedCount; count++) {
    const file = [png, jpeg, progressive, gif][count % 4] ?? png;
    yield [`damaged ${count}`, damaged(file, random)];
  }
}
