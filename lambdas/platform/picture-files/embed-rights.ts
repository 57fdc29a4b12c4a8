import { findFirstBlock, GIF_XMP } from "./gif-blocks.ts";
import { buildIptc, PHOTOSHOP_PREFIX } from "./iptc.ts";
import {
  beginsWith,
  buildSegment,
  EXIF_PREFIX,
  MARKER,
  MAX_SEGMENT_BYTES,
  parseSegments,
  type Segment,
  XMP_PREFIX,
} from "./jpeg-segments.ts";
import { buildChunk, type Chunk, PLAIN_XMP_PREFIX, parseChunks, XMP_KEYWORD } from "./png-chunks.ts";
import { addToXmp, buildXmp, type PictureRights } from "./xmp.ts";

/** Bytes that lead a reader to the end, whichever letter of the packet it interprets as a block's length. */
const GIF_END = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]);

/** After JFIF and EXIF, which have to come first. */
function embedInJpeg(file: Buffer, rights: PictureRights) {
  let place: number | undefined;
  let own: Segment | undefined;
  let hasIptc = false;
  for (const segment of parseSegments(file)) {
    const { marker, content, start } = segment;
    const isFirst = marker === MARKER.app0 || (marker === MARKER.app1 && beginsWith(content, EXIF_PREFIX));
    if (!isFirst) place ??= start;
    if (marker === MARKER.app1 && beginsWith(content, XMP_PREFIX)) own ??= segment;
    hasIptc ||= marker === MARKER.app13 && beginsWith(content, PHOTOSHOP_PREFIX);
  }
  if (place === undefined) return undefined;
  const packet = own ? addToXmp(own.content.subarray(XMP_PREFIX.length), rights) : buildXmp(rights);
  const fits = packet && XMP_PREFIX.length + packet.length <= MAX_SEGMENT_BYTES;
  const xmp = fits ? buildSegment(MARKER.app1, Buffer.concat([XMP_PREFIX, packet])) : Buffer.alloc(0);
  const iptc = hasIptc ? Buffer.alloc(0) : buildSegment(MARKER.app13, buildIptc(rights));
  const rest = own && fits ? [file.subarray(place, own.start), file.subarray(own.end)] : [file.subarray(place)];
  return fits || !hasIptc ? Buffer.concat([file.subarray(0, place), xmp, iptc, ...rest]) : undefined;
}

/** After the header, before all data. */
function embedInPng(file: Buffer, rights: PictureRights) {
  let head: number | undefined;
  let own: Chunk | undefined;
  for (const chunk of parseChunks(file)) {
    if (head === undefined && chunk.type !== "IHDR") return undefined;
    head ??= chunk.end;
    if (/^[itz]TXt$/.test(chunk.type) && beginsWith(chunk.content, XMP_KEYWORD)) own ??= chunk;
  }
  if (head === undefined || (own && !(own.type === "iTXt" && beginsWith(own.content, PLAIN_XMP_PREFIX))))
    return undefined;
  const packet = own ? addToXmp(own.content.subarray(PLAIN_XMP_PREFIX.length), rights) : buildXmp(rights);
  if (!packet) return undefined;
  const rest = own ? [file.subarray(head, own.start), file.subarray(own.end)] : [file.subarray(head)];
  return Buffer.concat([
    file.subarray(0, head),
    buildChunk("iTXt", Buffer.concat([PLAIN_XMP_PREFIX, packet])),
    ...rest,
  ]);
}

/** Before the first frame; GIF 87a has no such blocks. */
function embedInGif(file: Buffer, rights: PictureRights) {
  const place = findFirstBlock(file);
  if (file.toString("latin1", 0, 6) !== "GIF89a" || place > file.length || file.includes(GIF_XMP)) return undefined;
  const head = Buffer.from([0x21, 0xff, GIF_XMP.length, ...Buffer.from(GIF_XMP)]);
  return Buffer.concat([file.subarray(0, place), head, buildXmp(rights), GIF_END, file.subarray(place)]);
}

const EMBEDDERS: Readonly<Record<string, typeof embedInJpeg>> = {
  "image/jpeg": embedInJpeg,
  "image/png": embedInPng,
  "image/gif": embedInGif,
};

/**
 * Adds these rights to a picture's file and keeps its own metadata; its coded data is unchanged. `undefined` for unsupported
 * formats. Linear time, without decompression.
 */
export const embedRights = (file: Buffer, mime: string, rights: PictureRights): Buffer | undefined =>
  EMBEDDERS[mime]?.(file, rights);
