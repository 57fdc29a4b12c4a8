import type { PictureRights } from "./xmp.ts";

/** Prefix of the segment in which Photoshop and everyone after it keep IPTC. */
export const PHOTOSHOP_PREFIX = Buffer.from("Photoshop 3.0\0");

const IPTC_RESOURCE = Buffer.from([...Buffer.from("8BIM"), 0x04, 0x04, 0, 0]);

function dataSet(record: number, number: number, content: Buffer) {
  const head = Buffer.from([0x1c, record, number, 0, 0]);
  head.writeUInt16BE(content.length, 3);
  return Buffer.concat([head, content]);
}

/** As much of a text as a data set may hold, in whole letters. */
const textSet = (number: number, text: string, mostBytes: number) =>
  dataSet(2, number, Buffer.from(new TextDecoder().decode(Buffer.from(text).subarray(0, mostBytes), { stream: true })));

/** Rights as the content of a JPEG's APP13 segment (IPTC-IIM 4.2), in UTF-8; XMP says the same without IIM's bounds. */
export function iptcOf({ creator, credit, copyright }: PictureRights) {
  const data = Buffer.concat([
    dataSet(1, 90, Buffer.from("\x1b%G")),
    dataSet(2, 0, Buffer.from([0, 4])),
    textSet(80, creator, 32),
    textSet(110, credit, 32),
    textSet(116, copyright, 128),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([PHOTOSHOP_PREFIX, IPTC_RESOURCE, size, data, Buffer.alloc(data.length % 2)]);
}
