import { crc32 } from "node:zlib";

const SIGNATURE_BYTES = 8;

/** Keyword of XMP in a text chunk. */
export const XMP_KEYWORD = Buffer.from("XML:com.adobe.xmp\0");

/** Beginning of an uncompressed packet's chunk: the keyword, no compression, no language, no translation. */
export const PLAIN_XMP_PREFIX = Buffer.concat([XMP_KEYWORD, Buffer.alloc(4)]);

export interface Chunk {
  readonly type: string;
  readonly content: Buffer;
  /** With its length, type and checksum. */
  readonly bytes: Buffer;
  /** Start and end in the file. */
  readonly start: number;
  readonly end: number;
}

export const getSignature = (png: Buffer) => png.subarray(0, SIGNATURE_BYTES);

/** The chunks of a PNG up to its end; the last one of a truncated file is shorter than declared. */
export function* parseChunks(file: Buffer): Generator<Chunk> {
  for (let start = SIGNATURE_BYTES; start + 12 <= file.length; ) {
    const end = start + 12 + file.readUInt32BE(start);
    const type = file.toString("latin1", start + 4, start + 8);
    yield { type, content: file.subarray(start + 8, end - 4), bytes: file.subarray(start, end), start, end };
    if (type === "IEND") return;
    start = end;
  }
}

export function buildChunk(type: string, content: Buffer) {
  const typeAndContent = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(typeAndContent));
  return Buffer.concat([length, typeAndContent, checksum]);
}
