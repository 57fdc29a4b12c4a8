import type { Metadata } from "sharp";
import sharp from "sharp";
import { cleanGif } from "./clean-gif.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { creditsOf } from "./credits.ts";
import type { ValidPicture } from "./inspect-picture.ts";

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
export async function cleanOriginal(file: Buffer, { mime, metadata }: ValidPicture): Promise<Buffer> {
  if (mime === "image/gif") return cleanGif(file);
  const exif = await exifOf(metadata);
  return mime === "image/png" ? cleanPng(file, exif?.subarray(EXIF_PREFIX_BYTES)) : cleanJpeg(file, exif);
}
