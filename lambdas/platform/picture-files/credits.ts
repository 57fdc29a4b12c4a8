import exifReader from "exif-reader";
import { LIMITS } from "#shared/limits.ts";
import { beginsWith, EXIF_PREFIX, segmentsIn, XMP_PREFIX } from "./jpeg-segments.ts";
import { chunksIn, PLAIN_XMP_PREFIX } from "./png-chunks.ts";
import { unescapeXml } from "./xmp.ts";

/** Fields that name the artist. */
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

function exifIn(file: Buffer, mime: string) {
  const isJpeg = mime === "image/jpeg";
  for (const { content } of isJpeg ? segmentsIn(file) : []) if (beginsWith(content, EXIF_PREFIX)) return content;
  for (const { type, content } of isJpeg ? [] : chunksIn(file)) if (type === "eXIf") return content;
}

/** An XMP packet, unless it is compressed. */
function xmpIn(file: Buffer, mime: string) {
  const isJpeg = mime === "image/jpeg";
  const prefix = isJpeg ? XMP_PREFIX : PLAIN_XMP_PREFIX;
  for (const { content } of isJpeg ? segmentsIn(file) : chunksIn(file)) {
    if (beginsWith(content, prefix)) return content.subarray(prefix.length, LIMITS.embedded.xmpBytes).toString();
  }
}

/** Texts of a list in XMP. */
function listIn(xmp: string, name: string) {
  const [start, end] = [xmp.indexOf(`<${name}`), xmp.indexOf(`</${name}>`)];
  const items = start === -1 ? [] : xmp.slice(start, end).matchAll(/<rdf:li[^<>]{0,200}>([^<]*)</g);
  return [...items].map(([, text = ""]) => unescapeXml(text).trim());
}

const creditsInXmp = (xmp: string): Credits => ({
  artist: textIn(listIn(xmp, "dc:creator").join(", ")),
  copyright: textIn(listIn(xmp, "dc:rights")[0]),
});

/**
 * Credits of a JPEG or PNG: by its EXIF, and what that lacks by its XMP. Fields that name the artist stay in a file; where
 * it was taken doesn't. `exif` is the file's where it was read before.
 */
export function creditsIn(file: Buffer, mime: string, exif?: Buffer): Credits {
  if (mime === "image/gif") return NOBODY;
  const image = imageIn(exif ?? exifIn(file, mime));
  const said = creditsInXmp(xmpIn(file, mime) ?? "");
  return { artist: textIn(image?.Artist) || said.artist, copyright: textIn(image?.Copyright) || said.copyright };
}

/** The resolution that a file's EXIF tells, in pixels per `unit`. */
export function resolutionOf(exif: Buffer | undefined) {
  const { XResolution: x, YResolution: y, ResolutionUnit: unit = 2 } = imageIn(exif) ?? {};
  return typeof x === "number" && typeof y === "number" && x > 0 && y > 0 ? { x, y, unit } : undefined;
}
