import exifReader from "exif-reader";
import { LIMITS } from "#shared/limits.ts";
import { beginsWith, EXIF_PREFIX, segmentsIn } from "./jpeg-segments.ts";
import { chunksIn } from "./png-chunks.ts";

/** The artist's fields in EXIF. */
export interface Credits {
  readonly artist: string;
  readonly copyright: string;
}

const NOBODY: Credits = { artist: "", copyright: "" };

/** UTF-8 as most programs write it, Latin-1 where it can't be that; up to the first NUL. */
function decode(bytes: Uint8Array) {
  const end = bytes.indexOf(0);
  const written = bytes.subarray(0, end === -1 ? bytes.length : end);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(written);
  } catch {
    return Buffer.from(written).toString("latin1");
  }
}

/** The reader gives bytes where a text isn't ASCII. */
function textIn(value: unknown) {
  const text = value instanceof Uint8Array ? decode(value) : typeof value === "string" ? value : "";
  return [...text].slice(0, LIMITS.pictureCredit.max).join("");
}

const imageIn = (exif: Buffer | undefined) => {
  if (!exif) return undefined;
  try {
    return exifReader(exif).Image;
  } catch {
    return undefined;
  }
};

/** Fields that name the artist stay; where the picture was taken doesn't. */
export function creditsOf(exif: Buffer | undefined): Credits {
  const image = imageIn(exif);
  return image ? { artist: textIn(image.Artist), copyright: textIn(image.Copyright) } : NOBODY;
}

function exifIn(file: Buffer, mime: string) {
  const isJpeg = mime === "image/jpeg";
  for (const { content } of isJpeg ? segmentsIn(file) : []) if (beginsWith(content, EXIF_PREFIX)) return content;
  for (const { type, content } of isJpeg ? [] : chunksIn(file)) if (type === "eXIf") return content;
}

/** The same of a whole verified original; a GIF names nobody. */
export const creditsIn = (file: Buffer, mime: string): Credits =>
  mime === "image/gif" ? NOBODY : creditsOf(exifIn(file, mime));

/** The resolution that a file's EXIF tells, in pixels per `unit`. */
export function resolutionOf(exif: Buffer | undefined) {
  const { XResolution: x, YResolution: y, ResolutionUnit: unit = 2 } = imageIn(exif) ?? {};
  return typeof x === "number" && typeof y === "number" && x > 0 && y > 0 ? { x, y, unit } : undefined;
}
