import { inflateSync } from "node:zlib";
import { LIMITS } from "#shared/limits.ts";
import { findResolution } from "../../platform/picture-files/credits.ts";
import { buildChunk, type Chunk, getSignature, parseChunks } from "../../platform/picture-files/png-chunks.ts";
import { readExif } from "../../platform/picture-files/read-exif.ts";
import { buildTiff } from "./exif.ts";
import { parseColorSpace } from "./png-colors.ts";

/** Chunks that affect rendering. A decoder needs one of each, except for the data. */
const DRAWING = [
  "IHDR",
  "PLTE",
  "tRNS",
  "IDAT",
  "IEND",
  "gAMA",
  "cHRM",
  "sRGB",
  "iCCP",
  "cICP",
  "sBIT",
  "bKGD",
  "pHYs",
];

/** Texts that name the artist. */
const CREDITS = ["Author", "Copyright"];

/** Inflates up to the bound only, to stop decompression bombs. */
function isUsableProfile(content: Buffer) {
  const compressed = content.subarray(content.indexOf(0) + 2);
  try {
    return inflateSync(compressed, { maxOutputLength: LIMITS.embedded.profileBytes }).length > 0;
  } catch {
    return false;
  }
}

const findCredit = ({ type, content }: Chunk) =>
  type === "tEXt" && content.length <= LIMITS.embedded.creditBytes
    ? CREDITS.find((word) => content.subarray(0, word.length + 1).equals(Buffer.from(`${word}\0`)))
    : undefined;

/** The key by which a chunk is kept once; undefined drops it. */
function getKeptKey(chunk: Chunk, keepsExif: boolean): string | undefined {
  if (chunk.type === "iCCP" && !isUsableProfile(chunk.content)) return undefined;
  if (chunk.type === "eXIf") return keepsExif ? "eXIf" : undefined;
  return DRAWING.includes(chunk.type) ? chunk.type : findCredit(chunk);
}

/** The chunk; of a large EXIF only the orientation and resolution. */
function boundBytes({ type, content, bytes }: Chunk): Buffer {
  if (type !== "eXIf" || content.length <= LIMITS.embedded.exifBytes) return bytes;
  const { orientation } = readExif(content);
  const tiff = buildTiff({ artist: "", copyright: "", orientation, resolution: findResolution(content) });
  return tiff ? buildChunk("eXIf", tiff) : Buffer.alloc(0);
}

/**
 * Removes everything but the picture and the artist's name from a PNG, and trailing bytes: no compressed text and no large
 * profile reaches a decoder. `exif` keeps the file's own, or inserts a bare TIFF before the data. The data isn't changed.
 */
export function reducePng(file: Buffer, exif: "own" | Buffer | undefined): Buffer {
  const parts = [getSignature(file)];
  const kept = new Set<string>();
  for (const chunk of parseChunks(file)) {
    const name = getKeptKey(chunk, exif === "own");
    if (!name || (name !== "IDAT" && kept.has(name))) continue;
    kept.add(name);
    parts.push(boundBytes(chunk));
    if (name === "IHDR" && Buffer.isBuffer(exif)) parts.push(buildChunk("eXIf", exif));
  }
  return Buffer.concat(parts);
}

/** An animated PNG states its number of frames before its data; decoders see only the first. */
export function isAnimatedPng(file: Buffer) {
  for (const { type, content } of parseChunks(file)) {
    if (type === "acTL") return content.length >= 4 && content.readUInt32BE(0) > 1;
    if (type === "IDAT") return false;
  }
  return false;
}

/** Colour space of a PNG by chunks other than a profile. */
export function parsePngSpace(file: Buffer) {
  const contents = new Map<string, Buffer>();
  for (const { type, content } of parseChunks(file)) {
    if (type === "IDAT") break;
    contents.set(type, content);
  }
  return parseColorSpace(contents);
}
