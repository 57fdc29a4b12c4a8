import { decodeText } from "./credit-text.ts";
import { GIF_XMP } from "./gif-blocks.ts";
import { PHOTOSHOP_PREFIX } from "./iptc.ts";
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

/** Places where programs write about a picture, if the file has them. */
export interface Places {
  readonly exif?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
  readonly iptc?: Buffer | undefined;
  /** The text of a PNG's keyword; empty without it. */
  readonly getText?: (keyword: PngText) => string;
  /** Manifests of Content Credentials. */
  readonly manifests?: readonly Buffer[];
}

/** XMP beyond 64 KB is in separate segments, and IPTC may continue in another one. */
function findJpegPlaces(file: Buffer): Places {
  let exif: Buffer | undefined;
  const [xmp, extension, iptc, manifests]: [Buffer[], Buffer[], Buffer[], Buffer[]] = [[], [], [], []];
  for (const { marker, content } of parseSegments(file)) {
    if (marker === MARKER.app13 && beginsWith(content, PHOTOSHOP_PREFIX)) {
      iptc.push(content.subarray(PHOTOSHOP_PREFIX.length));
    }
    if (marker === MARKER.app11) manifests.push(content);
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
  return { exif, xmp: Buffer.concat(packet), iptc: Buffer.concat(iptc), manifests };
}

const PNG_XMP = XMP_KEYWORD.toString("latin1", 0, XMP_KEYWORD.length - 1);

/** Keywords of a PNG's texts; ImageMagick writes profiles of other formats as texts. */
const TEXT = {
  author: "Author",
  copyright: "Copyright",
  title: "Title",
  description: "Description",
  keywords: "Keywords",
  software: "Software",
  /** Settings of Stable Diffusion's programs. */
  parameters: "parameters",
  prompt: "prompt",
  xmp: PNG_XMP,
  exifProfile: "Raw profile type exif",
  app1Profile: "Raw profile type APP1",
  iptcProfile: "Raw profile type iptc",
  xmpProfile: "Raw profile type xmp",
};

type PngText = keyof typeof TEXT;

function findChunk(file: Buffer, wanted: string) {
  for (const { type, content } of parseChunks(file)) if (type === wanted) return content;
}

function findPngPlaces(file: Buffer): Places {
  const texts = parseTexts(file, Object.values(TEXT));
  const profile = (...keywords: string[]) => {
    const text = keywords.map((keyword) => texts.get(keyword)).find((one) => one !== undefined);
    return text && decodeProfile(text);
  };
  const manifest = findChunk(file, "caBX");
  return {
    exif: findChunk(file, "eXIf") ?? profile(TEXT.exifProfile, TEXT.app1Profile),
    xmp: texts.get(TEXT.xmp) ?? profile(TEXT.xmpProfile),
    iptc: profile(TEXT.iptcProfile),
    manifests: manifest ? [manifest] : [],
    getText: (keyword) => decodeText(texts.get(TEXT[keyword]) ?? Buffer.alloc(0)),
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

/** Where a file's programs wrote about its picture. Linear time; inflates no text beyond the bound. */
export const findPlaces = (file: Buffer, mime: string): Places => PLACES[mime]?.(file) ?? {};
