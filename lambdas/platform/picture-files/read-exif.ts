import { beginsWith, EXIF_PREFIX } from "./jpeg-segments.ts";

/** EXIF tags that our own files keep. */
export const EXIF_TAG = {
  orientation: 0x0112,
  xResolution: 0x011a,
  yResolution: 0x011b,
  resolutionUnit: 0x0128,
  artist: 0x013b,
  copyright: 0x8298,
};

/** Further ones that are read; those of Windows are in UTF-16. */
const READ_TAG = {
  imageDescription: 0x010e,
  software: 0x0131,
  /** Offset of the second directory. */
  exifDirectory: 0x8769,
  windowsTitle: 0x9c9b,
  windowsComment: 0x9c9c,
  windowsAuthor: 0x9c9d,
  windowsKeywords: 0x9c9e,
};

/** Tags of the second directory: proof of a camera, and the author's name since EXIF 3.0. */
const SECOND_TAG = { exposureTime: 0x829a, photographer: 0xa437 };

/** Value types in TIFF 6.0, and EXIF 3.0's UTF-8 text. */
export const EXIF_TYPE = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5, undefined: 7, utf8: 129 };

/** Bytes of an item by its type; items of other types aren't read. */
const ITEM_BYTES = new Map([
  [EXIF_TYPE.byte, 1],
  [EXIF_TYPE.ascii, 1],
  [EXIF_TYPE.short, 2],
  [EXIF_TYPE.long, 4],
  [EXIF_TYPE.rational, 8],
  [EXIF_TYPE.undefined, 1],
  [EXIF_TYPE.utf8, 1],
]);

/**
 * Credits, texts, orientation and resolution in the first EXIF directory, and what the second adds; linear time, whatever
 * counts and offsets it declares.
 */
export function readExif(exif: Buffer | undefined) {
  const values = new Map<number, Buffer>();
  const tiff = exif && beginsWith(exif, EXIF_PREFIX) ? exif.subarray(EXIF_PREFIX.length) : exif;
  const isLittle = tiff?.[0] === 0x49;
  const readShort = (from: Buffer | undefined, at = 0) =>
    !from || at + 2 > from.length ? 0 : isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at);
  const readLong = (from: Buffer | undefined, at = 0) =>
    !from || at + 4 > from.length ? 0 : isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at);
  const readDirectory = (start: number, tags: readonly number[]) => {
    for (let entry = 0; tiff && start > 0 && entry < readShort(tiff, start); entry++) {
      const at = start + 2 + 12 * entry;
      if (at + 12 > tiff.length) break;
      const [tag, bytes] = [
        readShort(tiff, at),
        (ITEM_BYTES.get(readShort(tiff, at + 2)) ?? 0) * readLong(tiff, at + 4),
      ];
      const from = bytes <= 4 ? at + 8 : readLong(tiff, at + 8);
      const isRead = tags.includes(tag) && !values.has(tag);
      if (isRead && from + bytes <= tiff.length) values.set(tag, tiff.subarray(from, from + bytes));
    }
  };
  readDirectory(readLong(tiff, 4), [...Object.values(EXIF_TAG), ...Object.values(READ_TAG)]);
  readDirectory(readLong(values.get(READ_TAG.exifDirectory)), Object.values(SECOND_TAG));
  const readRatio = (tag: number) => readLong(values.get(tag)) / readLong(values.get(tag), 4);
  const unit = values.get(EXIF_TAG.resolutionUnit);
  return {
    artist: values.get(EXIF_TAG.artist),
    copyright: values.get(EXIF_TAG.copyright),
    photographer: values.get(SECOND_TAG.photographer),
    imageDescription: values.get(READ_TAG.imageDescription),
    software: values.get(READ_TAG.software),
    windowsTitle: values.get(READ_TAG.windowsTitle),
    windowsComment: values.get(READ_TAG.windowsComment),
    windowsAuthor: values.get(READ_TAG.windowsAuthor),
    windowsKeywords: values.get(READ_TAG.windowsKeywords),
    hasExposure: values.has(SECOND_TAG.exposureTime),
    orientation: readShort(values.get(EXIF_TAG.orientation)),
    x: readRatio(EXIF_TAG.xResolution),
    y: readRatio(EXIF_TAG.yResolution),
    unit: unit ? readShort(unit) : 2,
  };
}
