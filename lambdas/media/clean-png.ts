import { crc32 } from "node:zlib";

const SIGNATURE_BYTES = 8;

/** Chunks that say how to draw the picture. */
const NEEDED = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs"];

/** Texts that name the artist. */
const CREDITS = ["Author", "Copyright"];

const isCredit = (content: Buffer) =>
  CREDITS.some((word) => content.subarray(0, word.length + 1).equals(Buffer.from(`${word}\0`)));

function chunk(type: string, content: Buffer) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/**
 * The same PNG without anything that isn't its picture or the artist's name, and nothing behind its end. `exif`, as a
 * bare TIFF, goes in front of the data. The data isn't touched. The file has to be valid.
 */
export function cleanPng(file: Buffer, exif: Buffer | undefined): Buffer {
  const parts = [file.subarray(0, SIGNATURE_BYTES)];
  const said = exif && chunk("eXIf", exif);
  for (let at = SIGNATURE_BYTES; at + 12 <= file.length; ) {
    const type = file.toString("latin1", at + 4, at + 8);
    const end = at + 12 + file.readUInt32BE(at);
    if (NEEDED.includes(type) || (type === "tEXt" && isCredit(file.subarray(at + 8, end - 4)))) {
      parts.push(file.subarray(at, end));
    }
    if (type === "IHDR" && said) parts.push(said);
    if (type === "IEND") break;
    at = end;
  }
  return Buffer.concat(parts);
}
