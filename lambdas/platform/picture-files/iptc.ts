import { LIMITS } from "#shared/limits.ts";
import { type Credits, decodeText, joinCredits } from "./credit-text.ts";
import type { PictureRights } from "./xmp.ts";

/** Prefix of the segment in which Photoshop and later programs store IPTC. */
export const PHOTOSHOP_PREFIX = Buffer.from("Photoshop 3.0\0");

const IPTC_RESOURCE = Buffer.from([...Buffer.from("8BIM"), 0x04, 0x04, 0, 0]);

/** First byte of a data set. */
const MARK = 0x1c;

const FIELD = {
  title: 5,
  keywords: 25,
  byline: 80,
  headline: 105,
  credit: 110,
  source: 115,
  copyright: 116,
  caption: 120,
};

function buildDataSet(record: number, number: number, content: Buffer) {
  const head = Buffer.from([MARK, record, number, 0, 0]);
  head.writeUInt16BE(content.length, 3);
  return Buffer.concat([head, content]);
}

/** A text cut to a data set's limit, without partial characters. */
const buildTextSet = (number: number, text: string, mostBytes: number) =>
  buildDataSet(
    2,
    number,
    Buffer.from(new TextDecoder().decode(Buffer.from(text).subarray(0, mostBytes), { stream: true })),
  );

/** Rights as the content of a JPEG's APP13 segment (IPTC-IIM 4.2), in UTF-8; XMP has the same without IIM's limits. */
export function buildIptc({ creator, credit, creditLine = credit, copyright }: PictureRights) {
  const data = Buffer.concat([
    buildDataSet(1, 90, Buffer.from("\x1b%G")),
    buildDataSet(2, 0, Buffer.from([0, 4])),
    buildTextSet(FIELD.byline, creator, 32),
    buildTextSet(FIELD.credit, creditLine, 32),
    buildTextSet(FIELD.copyright, copyright, 128),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([PHOTOSHOP_PREFIX, IPTC_RESOURCE, size, data, Buffer.alloc(data.length % 2)]);
}

/** Content of the IPTC resource among Photoshop's resources, or standalone data sets. */
function extractDataSets(resources: Buffer) {
  const start = resources.indexOf(IPTC_RESOURCE.subarray(0, 6));
  if (start === -1) return resources[0] === MARK ? resources : Buffer.alloc(0);
  const name = resources[start + 6] ?? 0;
  const at = start + 6 + 2 * Math.ceil((1 + name) / 2);
  if (at + 4 > resources.length) return Buffer.alloc(0);
  return resources.subarray(at + 4, at + 4 + resources.readUInt32BE(at));
}

/** Parts of ISO 8859 by the final byte of their ISO 2022 escape sequences. */
const ISO_8859: Readonly<Record<string, number>> = {
  ...{ A: 1, B: 2, C: 3, D: 4, F: 7, G: 6, H: 8, L: 5 },
  ...{ M: 9, T: 11, V: 10, Y: 13, _: 14, b: 15, f: 16 },
};

/** Decoder of a declared character set, UTF-8 or a part of ISO 8859; guesses if none is declared. */
function createDecoder(declared: string) {
  const part = ISO_8859[/^[^%]*[-./]([A-Z_bf])$/.exec(declared)?.[1] ?? ""];
  if (!part) return decodeText;
  const decoder = new TextDecoder(`iso-8859-${part}`);
  return (bytes: Buffer) => decoder.decode(bytes);
}

/**
 * A reader of the fields in the IPTC-IIM of Photoshop's resources. Without a declared character set they are UTF-8 or
 * otherwise Windows' Latin-1, as in ExifTool; old Mac text can't be recognized.
 */
export function openIptc(resources: Buffer) {
  const data = extractDataSets(resources).subarray(0, LIMITS.embedded.propertyBytes);
  const values = new Map<number, Buffer[]>(Object.values(FIELD).map((field) => [field, []]));
  let declared = "";
  for (let at = 0; at + 5 <= data.length && data[at] === MARK; ) {
    const [record, field, stated] = [data[at + 1], data[at + 2] ?? 0, data.readUInt16BE(at + 3)];
    const isLong = stated >= 0x8000;
    // A length above 32 KB follows the number of its bytes, in practice four.
    if (isLong && ((stated & 0x7fff) !== 4 || at + 9 > data.length)) break;
    const from = at + (isLong ? 9 : 5);
    const end = from + (isLong ? data.readUInt32BE(at + 5) : stated);
    const content = data.subarray(from, end);
    if (record === 1 && field === 90) declared = content.toString("latin1");
    if (record === 2) values.get(field)?.push(content);
    at = end;
  }
  const decode = createDecoder(declared);
  return (field: keyof typeof FIELD) => (values.get(FIELD[field]) ?? []).map(decode);
}

export function parseIptcCredits(resources: Buffer): Partial<Credits> {
  const list = openIptc(resources);
  return {
    artist: joinCredits(list("byline")),
    copyright: joinCredits(list("copyright")),
    creditLine: joinCredits(list("credit")) || joinCredits(list("source")),
  };
}
