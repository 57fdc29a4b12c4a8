import { computeColorTableBytes, findFirstBlock } from "../../platform/picture-files/gif-blocks.ts";

const EXTENSION = 0x21;
const FRAME = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const TRAILER = 0x3b;

/** Applications whose blocks affect rendering: number of repeats, and colours. */
const NEEDED = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

/** End of a series of data sub-blocks, including the empty last one. */
function findBlocksEnd(file: Buffer, start: number): number {
  let at = start;
  for (let size = file[at]; size; size = file[at]) at += 1 + size;
  return at + 1;
}

/** End of the frame or extension at this position. */
const findEnd = (file: Buffer, at: number) =>
  findBlocksEnd(file, file[at] === FRAME ? at + 11 + computeColorTableBytes(file[at + 9]) : at + 2);

const isNeeded = (file: Buffer, at: number) =>
  file[at] === FRAME ||
  file[at + 1] === GRAPHIC_CONTROL ||
  (file[at + 1] === APPLICATION && NEEDED.includes(file.toString("latin1", at + 3, at + 14)));

/**
 * Removes comments, application data and trailing bytes from a GIF, and returns its number of frames, which aren't changed.
 * Bytes between blocks are skipped, as decoders do.
 */
export function reduceGif(file: Buffer) {
  let at = findFirstBlock(file);
  const parts = [file.subarray(0, at)];
  let frames = 0;
  while (at < file.length && file[at] !== TRAILER) {
    const isBlock = file[at] === EXTENSION || file[at] === FRAME;
    if (file[at] === FRAME) frames += 1;
    const end = isBlock ? findEnd(file, at) : at + 1;
    if (isBlock && isNeeded(file, at)) parts.push(file.subarray(at, end));
    at = end;
  }
  return { file: Buffer.concat([...parts, Buffer.from([TRAILER])]), frames };
}

/** A frame of one transparent pixel with its colour table. */
const TRANSPARENT_FRAME = Buffer.from(
  [
    [EXTENSION, GRAPHIC_CONTROL, 4, 1, 0, 0, 0, 0],
    [FRAME, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0],
    [2, 2, 0x44, 1, 0],
  ].flat(),
);

/**
 * The GIF for decoding: if the first frame doesn't cover the canvas, the decoder leaves the rest transparent only if some
 * frame is transparent.
 */
export function freeGifCanvas(file: Buffer): Buffer {
  let at = findFirstBlock(file);
  while (at < file.length && file[at] === EXTENSION) at = findEnd(file, at);
  if (file[at] !== FRAME || at + 10 > file.length) return file;
  const isWhole = file.readUInt32LE(at + 1) === 0 && file.readUInt32LE(at + 5) === file.readUInt32LE(6);
  return isWhole ? file : Buffer.concat([file.subarray(0, -1), TRANSPARENT_FRAME, file.subarray(-1)]);
}
