import { creditsOf, resolutionOf } from "./credits.ts";
import { tiffOf } from "./exif.ts";
import type { ValidPicture } from "./inspect-picture.ts";
import { reduceJpeg } from "./reduce-jpeg.ts";
import { reducePng } from "./reduce-png.ts";

/** Prefix of the TIFF in a JPEG's EXIF. */
const EXIF_PREFIX = Buffer.from("Exif\0\0");

/**
 * The file that licence holders get: pixel for pixel the upload, byte for byte its coded data, but without the place,
 * the camera, the thumbnail and whatever else it says of itself.
 */
export function cleanOriginal({ file, mime, metadata: { exif, orientation } }: ValidPicture): Buffer {
  if (mime === "image/gif") return file;
  const tiff = tiffOf({ ...creditsOf(exif), orientation, resolution: resolutionOf(exif) });
  if (mime === "image/png") return reducePng(file, tiff);
  return reduceJpeg(file, tiff && Buffer.concat([EXIF_PREFIX, tiff])).file;
}
