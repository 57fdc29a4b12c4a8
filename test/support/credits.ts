import { deflateSync } from "node:zlib";
import { buildSegment } from "#lambdas/platform/picture-files/jpeg-segments.ts";
import { pngChunk, withChunks, withSegments } from "./hostile-pictures.ts";
import { createPicture } from "./pictures.ts";

const [APP1, APP13] = [0xe1, 0xed];

export const jpegWith = async (...segments: Buffer[]) => withSegments(await createPicture(), Buffer.concat(segments));

export const pngWith = async (...chunks: Buffer[]) =>
  withChunks(await createPicture({ format: "png" }), Buffer.concat(chunks));

/** A data set of IPTC-IIM. */
export function dataSet(record: number, field: number, content: Buffer) {
  const head = Buffer.from([0x1c, record, field, 0, 0]);
  head.writeUInt16BE(content.length, 3);
  return Buffer.concat([head, content]);
}

/** Data sets as Photoshop's image resource, after an unrelated resource. */
export function photoshop(...sets: Buffer[]) {
  const resource = (id: number, name: string, content: Buffer) => {
    const head = Buffer.from(
      `8BIM\0\0${String.fromCharCode(name.length)}${name}${name.length % 2 ? "" : "\0"}\0\0\0\0`,
    );
    head.writeUInt16BE(id, 4);
    head.writeUInt32BE(content.length, head.length - 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  return Buffer.concat([resource(0x040c, "", Buffer.alloc(7)), resource(0x0404, "", Buffer.concat(sets))]);
}

/** A JPEG segment with Photoshop resources, which contain IPTC. */
export const iptcSegment = (resources: Buffer) =>
  buildSegment(APP13, Buffer.concat([Buffer.from("Photoshop 3.0\0"), resources]));

export const credits = (encode: (text: string) => Buffer, by: string, notice: string, line = "") =>
  (
    [
      [80, by],
      [116, notice],
      [110, line],
    ] as const
  ).flatMap(([field, text]) => (text ? [dataSet(2, field, encode(text))] : []));

export const xmpSegment = (packet: string) =>
  buildSegment(APP1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`));

/** A part of an extended XMP packet, at an offset of the whole. */
export function xmpExtension(part: string, at: number) {
  const head = Buffer.concat([Buffer.from(`http://ns.adobe.com/xmp/extension/\0${"A".repeat(32)}`), Buffer.alloc(8)]);
  head.writeUInt32BE(at, head.length - 4);
  return buildSegment(APP1, Buffer.concat([head, Buffer.from(part)]));
}

export const exifSegment = (tiff: Buffer) => buildSegment(APP1, Buffer.concat([Buffer.from("Exif\0\0"), tiff]));

/** A TIFF of fields by tag and type, with `further` in a second directory. */
export function tiff(
  fields: readonly (readonly [tag: number, type: number, value: Buffer])[],
  further: typeof fields = [],
) {
  const directory = (own: typeof fields, start: number, pointer?: number) => {
    const all = pointer === undefined ? own : [...own, [0x8769, 4, Buffer.alloc(4)] as const];
    const head = Buffer.alloc(2 + 12 * all.length + 4);
    head.writeUInt16LE(all.length, 0);
    const values: Buffer[] = [];
    let at = start + head.length;
    for (const [index, [tag, type, value]] of all.entries()) {
      const entry = 2 + 12 * index;
      const bytes = { 3: 2, 4: 4, 5: 8 }[type] ?? 1;
      head.writeUInt16LE(tag, entry);
      head.writeUInt16LE(type, entry + 2);
      head.writeUInt32LE(value.length / bytes, entry + 4);
      if (tag === 0x8769) head.writeUInt32LE(pointer ?? 0, entry + 8);
      else if (value.length <= 4) value.copy(head, entry + 8);
      else {
        head.writeUInt32LE(at, entry + 8);
        values.push(value);
        at += value.length;
      }
    }
    return Buffer.concat([head, ...values]);
  };
  const second = further.length > 0;
  const end = 8 + directory(fields, 8, second ? 0 : undefined).length;
  return Buffer.concat([
    Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    directory(fields, 8, second ? end : undefined),
    ...(second ? [directory(further, end)] : []),
  ]);
}

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** PNG text chunks by kind. */
export const PNG_TEXT = {
  tEXt: (keyword: string, text: string | Buffer) =>
    pngChunk("tEXt", Buffer.concat([latin1(`${keyword}\0`), Buffer.from(text as string, "latin1")])),
  zTXt: (keyword: string, text: string | Buffer) =>
    pngChunk("zTXt", Buffer.concat([latin1(`${keyword}\0\0`), deflateSync(Buffer.from(text as string, "latin1"))])),
  iTXt: (keyword: string, text: string | Buffer) =>
    pngChunk("iTXt", Buffer.concat([latin1(`${keyword}\0\0\0en\0\0`), Buffer.from(text as string)])),
  compressed: (keyword: string, text: string | Buffer) =>
    pngChunk("iTXt", Buffer.concat([latin1(`${keyword}\0\x01\0\0\0`), deflateSync(Buffer.from(text as string))])),
} as const;

/** A profile as ImageMagick writes it into a PNG text. */
export const rawProfile = (name: string, content: Buffer) =>
  `\n${name}\n${String(content.length).padStart(8)}\n${content.toString("hex").replace(/.{72}/g, "$&\n")}\n`;
