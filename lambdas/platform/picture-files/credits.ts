import { LIMITS } from "#shared/limits.ts";
import { type Credits, decodeText, joinCredits, toCredit } from "./credit-text.ts";
import { GIF_XMP } from "./gif-blocks.ts";
import { PHOTOSHOP_PREFIX, parseIptcCredits } from "./iptc.ts";
import {
  beginsWith,
  EXIF_PREFIX,
  MARKER,
  parseSegments,
  XMP_EXTENSION_HEAD_BYTES,
  XMP_EXTENSION_PREFIX,
  XMP_PREFIX,
} from "./jpeg-segments.ts";
import { parseChunks, XMP_KEYWORD } from "./png-chunks.ts";
import { decodeProfile, parseTexts } from "./png-texts.ts";
import { readExif } from "./read-exif.ts";
import { parseXmpCredits } from "./read-xmp.ts";

/** Places where programs write credits, if the file has them. */
interface Places {
  readonly exif?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
  readonly iptc?: Buffer | undefined;
  readonly texts?: Partial<Credits>;
}

/** XMP beyond 64 KB is in separate segments, and IPTC may continue in another one. */
function findJpegPlaces(file: Buffer): Places {
  let exif: Buffer | undefined;
  const [xmp, extension, iptc]: [Buffer[], Buffer[], Buffer[]] = [[], [], []];
  for (const { marker, content } of parseSegments(file)) {
    if (marker === MARKER.app13 && beginsWith(content, PHOTOSHOP_PREFIX)) {
      iptc.push(content.subarray(PHOTOSHOP_PREFIX.length));
    }
    if (marker !== MARKER.app1) continue;
    if (beginsWith(content, EXIF_PREFIX)) exif ??= content;
    else if (beginsWith(content, XMP_PREFIX)) xmp.push(content.subarray(XMP_PREFIX.length));
    else if (beginsWith(content, XMP_EXTENSION_PREFIX) && content.length > XMP_EXTENSION_HEAD_BYTES) {
      extension.push(content);
    }
  }
  const readPlace = (part: Buffer) => part.readUInt32BE(XMP_EXTENSION_HEAD_BYTES - 4);
  const parts = extension.sort((a, b) => readPlace(a) - readPlace(b));
  const packet = [...xmp, ...parts.map((part) => part.subarray(XMP_EXTENSION_HEAD_BYTES))];
  return { exif, xmp: Buffer.concat(packet), iptc: Buffer.concat(iptc) };
}

const PNG_XMP = XMP_KEYWORD.toString("latin1", 0, XMP_KEYWORD.length - 1);

/** Keywords of a PNG's texts; ImageMagick writes profiles of other formats as texts. */
const TEXT = {
  author: "Author",
  copyright: "Copyright",
  xmp: PNG_XMP,
  exifProfile: "Raw profile type exif",
  app1Profile: "Raw profile type APP1",
  iptcProfile: "Raw profile type iptc",
  xmpProfile: "Raw profile type xmp",
};

function findExifChunk(file: Buffer) {
  for (const { type, content } of parseChunks(file)) if (type === "eXIf") return content;
}

function findPngPlaces(file: Buffer): Places {
  const texts = parseTexts(file, Object.values(TEXT));
  const profile = (...keywords: string[]) => {
    const text = keywords.map((keyword) => texts.get(keyword)).find((one) => one !== undefined);
    return text && decodeProfile(text);
  };
  const getText = (keyword: string) => toCredit(decodeText(texts.get(keyword) ?? Buffer.alloc(0)));
  return {
    exif: findExifChunk(file) ?? profile(TEXT.exifProfile, TEXT.app1Profile),
    xmp: texts.get(TEXT.xmp) ?? profile(TEXT.xmpProfile),
    iptc: profile(TEXT.iptcProfile),
    texts: { artist: getText(TEXT.author), copyright: getText(TEXT.copyright) },
  };
}

function findGifPlaces(file: Buffer): Places {
  const start = file.indexOf(GIF_XMP);
  return start === -1 ? {} : { xmp: file.subarray(start + GIF_XMP.length) };
}

const PLACES: Readonly<Record<string, (file: Buffer) => Places>> = {
  "image/jpeg": findJpegPlaces,
  "image/png": findPngPlaces,
  "image/gif": findGifPlaces,
};

/** The texts of a field, each terminated by NUL. */
const splitField = (field: Buffer | undefined) =>
  (field?.toString("latin1") ?? "").split("\0").map((text) => decodeText(Buffer.from(text, "latin1")));

/** EXIF's copyright may be the photographer's and, after a NUL, the editor's. */
function parseExifCredits(exif: Buffer | undefined): Partial<Credits> {
  const { artist, photographer, windowsAuthor, copyright } = readExif(exif);
  const windows = new TextDecoder("utf-16le").decode(windowsAuthor).split("\0")[0] ?? "";
  const [named = ""] = splitField(artist);
  const [since = ""] = splitField(photographer);
  return {
    artist: toCredit(named) || toCredit(since) || toCredit(windows),
    copyright: joinCredits(splitField(copyright).slice(0, 2)),
  };
}

/**
 * Credits of a file, each from the first place that has it: EXIF, XMP, IPTC-IIM, texts of a PNG. Linear time; inflates no
 * text beyond the bound.
 */
export function parseCredits(file: Buffer, mime: string): Credits {
  const places = PLACES[mime]?.(file) ?? {};
  const inOrder = [
    parseExifCredits(places.exif),
    parseXmpCredits(places.xmp?.toString("utf8", 0, LIMITS.embedded.textBytes) ?? ""),
    parseIptcCredits(places.iptc ?? Buffer.alloc(0)),
    places.texts ?? {},
  ];
  const first = (name: keyof Credits) => inOrder.map((one) => one[name]).find((text) => text);
  return { artist: first("artist") ?? "", copyright: first("copyright") ?? "", creditLine: first("creditLine") };
}

/** The resolution in a file's EXIF, in pixels per `unit`. */
export function findResolution(exif: Buffer | undefined) {
  const { x, y, unit } = readExif(exif);
  return x > 0 && y > 0 && Number.isFinite(x + y) ? { x, y, unit } : undefined;
}
