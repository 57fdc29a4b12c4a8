export const MARKER = {
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app11: 0xeb,
  app13: 0xed,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
  scan: 0xda,
  end: 0xd9,
};

/** Bytes that a segment can hold. */
export const MAX_SEGMENT_BYTES = 0xffff - 2;

export const EXIF_PREFIX = Buffer.from("Exif\0\0");

export const XMP_PREFIX = Buffer.from("http://ns.adobe.com/xap/1.0/\0");

/** Prefix of extended XMP; followed by its digest, total length and offset. */
export const XMP_EXTENSION_PREFIX = Buffer.from("http://ns.adobe.com/xmp/extension/\0");
export const XMP_EXTENSION_HEAD_BYTES = XMP_EXTENSION_PREFIX.length + 32 + 4 + 4;

export const beginsWith = (content: Buffer, prefix: Buffer) => content.subarray(0, prefix.length).equals(prefix);

export function buildSegment(marker: number, content: Buffer) {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** True for markers without a length and content: TEM and the restarts. */
export const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export interface Segment {
  readonly marker: number;
  readonly content: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The segments before a JPEG's coded data, up to the first malformed one. */
export function* parseSegments(file: Buffer): Generator<Segment> {
  for (let start = 2; start + 4 <= file.length && file[start] === 0xff; ) {
    const marker = file[start + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      start += 1;
      continue;
    }
    if (marker === MARKER.scan || marker === MARKER.end) return;
    if (isStandalone(marker)) {
      start += 2;
      continue;
    }
    const end = start + 2 + file.readUInt16BE(start + 2);
    yield { marker, content: file.subarray(start + 4, end), start, end };
    start = end;
  }
}
