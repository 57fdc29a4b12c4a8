import type { UploadType } from "../model/media.ts";

const SIGNATURES: readonly (readonly [UploadType, readonly number[]])[] = [
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
];

/** Bytes at a file's start that identify its type. */
export const SIGNATURE_BYTES = 8;

/** The type by a file's first bytes; `undefined` for every type that isn't decoded, such as SVG. */
export const detectPictureType = (start: Uint8Array): UploadType | undefined =>
  SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte))?.[0];
