import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { notImplemented } from "./errors.ts";

export type Checksum = { algorithm: string; value: string };

/** An incremental checksum, whose value is base64 as in S3's headers. */
export type Hasher = { update(chunk: Buffer): void; value(): string };

const PREFIX = "x-amz-checksum-";

/** The algorithm in a header name like `x-amz-checksum-crc32`; undefined for -mode, -type and -algorithm. */
export function parseAlgorithm(header: string): string | undefined {
  const name = header.startsWith(PREFIX) ? header.slice(PREFIX.length) : "";
  return /^(?:crc|sha|xx|md)/.test(name) ? name : undefined;
}

export const checksumHeader = (algorithm: string): string => `${PREFIX}${algorithm}`;

export function createHasher(algorithm: string): Hasher {
  if (algorithm === "sha256" || algorithm === "sha1") return hashHasher(createHash(algorithm), "base64");
  if (algorithm === "crc32") return crcHasher((chunk, crc) => crc32(chunk, crc));
  if (algorithm === "crc32c") return crcHasher(crc32c);
  throw notImplemented(`The S3 stand-in can't compute the checksum ${algorithm}`);
}

export function hashHasher(hash: Hash, encoding: "base64" | "hex"): Hasher {
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    value: () => hash.digest(encoding),
  };
}

function crcHasher(step: (chunk: Buffer, crc: number) => number): Hasher {
  let crc = 0;
  return {
    update: (chunk) => {
      crc = step(chunk, crc);
    },
    value: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc >>> 0);
      return bytes.toString("base64");
    },
  };
}

const CASTAGNOLI = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

function crc32c(chunk: Buffer, before: number): number {
  let crc = ~before;
  for (const byte of chunk) crc = (crc >>> 8) ^ (CASTAGNOLI[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
