import type { Metadata } from "sharp";
import sharp from "sharp";
import { creditsOf } from "./credits.ts";
import type { ValidPicture } from "./inspect-picture.ts";
import { reduceJpeg } from "./reduce-jpeg.ts";
import { reducePng } from "./reduce-png.ts";

/** What stands in front of the TIFF within a JPEG's EXIF. */
const EXIF_PREFIX_BYTES = 6;

/** An EXIF that says who made the picture and which way is up; none where there is neither to say. */
async function exifOf({ exif, orientation = 1 }: Metadata): Promise<Buffer | undefined> {
  const credits = creditsOf(exif);
  if (orientation === 1 && Object.keys(credits).length === 0) return undefined;
  const bearer = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } }).jpeg();
  const said = await bearer.withMetadata({ orientation }).withExifMerge({ IFD0: credits }).toBuffer();
  return (await sharp(said).metadata()).exif;
}

/**
 * The file that licence holders get: pixel for pixel the upload, byte for byte its coded data, but without the place,
 * the camera, the thumbnail and whatever else it says of itself.
 */
export async function cleanOriginal({ file, mime, metadata }: ValidPicture): Promise<Buffer> {
  if (mime === "image/gif") return file;
  const exif = await exifOf(metadata);
  return mime === "image/png" ? reducePng(file, exif?.subarray(EXIF_PREFIX_BYTES)) : reduceJpeg(file, exif).file;
}
