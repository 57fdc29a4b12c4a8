import { inflateSync } from "node:zlib";

/**
 * Converts WOFF to TrueType: with WOFF, fontkit would decompress all outlines again for each letter. Throws if a table is
 * damaged.
 */
export function toTrueType(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let end = directory.length;
  for (let nth = 0; nth < count; nth++) {
    const [from, to] = [44 + nth * 20, 12 + nth * 16];
    const [start, stored, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const content = woff.subarray(start, start + stored);
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(end, to + 8);
    directory.writeUInt32BE(length, to + 12);
    parts.push(stored < length ? inflateSync(content) : content, Buffer.alloc(-length & 3));
    end += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
