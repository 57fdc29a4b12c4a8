import { LIMITS } from "#shared/limits.ts";
import { beginsWith, EXIF_PREFIX, segmentsIn, XMP_PREFIX } from "./jpeg-segments.ts";
import { chunksIn, PLAIN_XMP_PREFIX } from "./png-chunks.ts";
import { readExif } from "./read-exif.ts";
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

/** Texts of one line: a control character could pass for the end of something where a credit is repeated. */
function textIn(value: Uint8Array | string = "") {
  const text = (typeof value === "string" ? value : decode(value)).replace(/\p{Cc}/gu, " ").trim();
  return [...text].slice(0, LIMITS.pictureCredit.max).join("");
}

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
  const image = readExif(exif ?? exifIn(file, mime));
  const said = creditsInXmp(xmpIn(file, mime) ?? "");
  return { artist: textIn(image.artist) || said.artist, copyright: textIn(image.copyright) || said.copyright };
}

/** The resolution that a file's EXIF tells, in pixels per `unit`. */
export function resolutionOf(exif: Buffer | undefined) {
  const { x, y, unit } = readExif(exif);
  return x > 0 && y > 0 && Number.isFinite(x + y) ? { x, y, unit } : undefined;
}
