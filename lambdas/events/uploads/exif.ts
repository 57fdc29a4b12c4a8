import sharp, { type Sharp } from "sharp";
import type { Credits } from "../../platform/picture-files/credit-text.ts";
import { EXIF_TAG, EXIF_TYPE } from "../../platform/picture-files/read-exif.ts";

interface Facts extends Credits {
  /** EXIF's orientation. */
  readonly orientation?: number | undefined;
  /** Pixels per unit: 2 is inches, 3 centimetres. */
  readonly resolution?: { readonly x: number; readonly y: number; readonly unit: number } | undefined;
}

interface Field {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Buffer;
}

const ascii = (tag: number, text: string): Field[] => {
  const value = Buffer.from(`${text}\0`);
  return text ? [{ tag, type: EXIF_TYPE.ascii, count: value.length, value }] : [];
};

function short(tag: number, number: number): Field {
  const value = Buffer.alloc(2);
  value.writeUInt16LE(number);
  return { tag, type: EXIF_TYPE.short, count: 1, value };
}

function rational(tag: number, number: number): Field {
  const value = Buffer.alloc(8);
  const denominator = Number.isInteger(number) ? 1 : 1000;
  value.writeUInt32LE(Math.min(0xffffffff, Math.round(number * denominator)));
  value.writeUInt32LE(denominator, 4);
  return { tag, type: EXIF_TYPE.rational, count: 1, value };
}

const toFields = ({ artist, copyright, orientation = 1, resolution }: Facts): Field[] => [
  ...(orientation > 1 && orientation <= 8 ? [short(EXIF_TAG.orientation, orientation)] : []),
  ...(resolution
    ? [
        rational(EXIF_TAG.xResolution, resolution.x),
        rational(EXIF_TAG.yResolution, resolution.y),
        short(EXIF_TAG.resolutionUnit, resolution.unit),
      ]
    : []),
  ...ascii(EXIF_TAG.artist, artist),
  ...ascii(EXIF_TAG.copyright, copyright),
];

/** A bare TIFF with these facts, texts in UTF-8; `undefined` without any. */
export function buildTiff(facts: Facts): Buffer | undefined {
  const fields = toFields(facts);
  if (fields.length === 0) return undefined;
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, fields.length, 0]);
  const entries = Buffer.alloc(12 * fields.length + 4);
  const values: Buffer[] = [];
  let valueAt = head.length + entries.length;
  fields.forEach(({ tag, type, count, value }, index) => {
    const at = 12 * index;
    entries.writeUInt16LE(tag, at);
    entries.writeUInt16LE(type, at + 2);
    entries.writeUInt32LE(count, at + 4);
    if (value.length <= 4) {
      value.copy(entries, at + 8);
      return;
    }
    entries.writeUInt32LE(valueAt, at + 8);
    const even = Buffer.concat([value, Buffer.alloc(value.length % 2)]);
    values.push(even);
    valueAt += even.length;
  });
  return Buffer.concat([head, entries, ...values]);
}

/**
 * Encodes a picture with its credits as only EXIF. The encoder writes ASCII only, so it gets placeholders, which are then
 * overwritten.
 */
export async function encodeWithCredits(picture: Sharp, credits: Credits): Promise<Buffer> {
  const tiff = buildTiff(credits);
  if (!tiff) return picture.toBuffer();
  const file = await picture.withExif({ IFD0: { Copyright: "-".repeat(tiff.length) } }).toBuffer();
  const { exif } = await sharp(file).metadata();
  const room = exif?.subarray(exif.indexOf("II*\0"));
  if (!room || room.length < tiff.length) throw new Error("The encoder kept no room for the credits");
  const at = file.indexOf(room);
  file.fill(0, at, at + room.length);
  tiff.copy(file, at);
  return file;
}
