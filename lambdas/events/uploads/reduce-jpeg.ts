import {
  beginsWith,
  buildSegment,
  EXIF_PREFIX,
  isStandalone,
  MARKER,
} from "../../platform/picture-files/jpeg-segments.ts";

const START = Buffer.from([0xff, 0xd8]);

/** Application segments that affect rendering: density, colour profile, colour transform. */
const NEEDED = [
  { marker: MARKER.app0, begins: Buffer.from("JFIF\0") },
  { marker: MARKER.app2, begins: Buffer.from("ICC_PROFILE\0") },
  { marker: MARKER.app14, begins: Buffer.from("Adobe") },
];

function isNeeded(marker: number, content: Buffer) {
  const isApplication = marker >= MARKER.app0 && marker <= MARKER.app15;
  if (!isApplication) return marker !== MARKER.comment;
  return NEEDED.some((one) => one.marker === marker && beginsWith(content, one.begins));
}

/** End of a scan's coded data, which starts at `from`. */
function findScanEnd(file: Buffer, from: number) {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next !== undefined && next !== 0x00 && next !== 0xff && !isStandalone(next)) return at;
  }
  return file.length;
}

/**
 * Removes everything but the picture from a JPEG: only known segments stay, nothing after its end marker, which is added if
 * missing; `isTrimmed` if something followed it, such as a phone's second picture. `exif` keeps the file's first one, or
 * replaces it. The coded data isn't changed.
 */
export function reduceJpeg(file: Buffer, exif: "own" | Buffer | undefined) {
  const parts: Buffer[] = [START];
  let exifSegment: Buffer | undefined = Buffer.isBuffer(exif) ? buildSegment(MARKER.app1, exif) : undefined;
  let hasEnd = false;
  let at = START.length;
  while (at + 2 <= file.length && !hasEnd) {
    const marker = file[at + 1] ?? 0;
    // Decoders skip these before the next marker.
    if (file[at] !== 0xff || marker === 0xff || marker === 0x00) {
      at += 1;
      continue;
    }
    if (isStandalone(marker)) {
      at += 2;
      continue;
    }
    hasEnd = marker === MARKER.end;
    if (hasEnd || at + 4 > file.length) break;
    const next = at + 2 + file.readUInt16BE(at + 2);
    const end = marker === MARKER.scan ? findScanEnd(file, next) : next;
    const content = file.subarray(at + 4, next);
    if (isNeeded(marker, content)) parts.push(file.subarray(at, end));
    else if (exif === "own" && marker === MARKER.app1 && beginsWith(content, EXIF_PREFIX)) {
      exifSegment ??= file.subarray(at, end);
    }
    at = end;
  }
  // JFIF has to come first, so the EXIF follows it.
  const place = parts[1]?.[1] === MARKER.app0 ? 2 : 1;
  if (exifSegment) parts.splice(place, 0, exifSegment);
  const isTrimmed = hasEnd && file.subarray(at + 2).some((byte) => byte !== 0x00 && byte !== 0xff);
  return { file: Buffer.concat([...parts, Buffer.from([0xff, MARKER.end])]), hasEnd, isTrimmed };
}
