import { detectPictureType } from "#shared/rules/picture-type.ts";
import { findResolution } from "../../platform/picture-files/credits.ts";
import { EXIF_PREFIX } from "../../platform/picture-files/jpeg-segments.ts";
import { parseChunks } from "../../platform/picture-files/png-chunks.ts";
import { buildTiff } from "./exif.ts";
import type { ValidPicture } from "./inspect-picture.ts";
import { reduceGif } from "./reduce-gif.ts";
import { reduceJpeg } from "./reduce-jpeg.ts";
import { reducePng } from "./reduce-png.ts";

/**
 * The file for licence holders: pixels and coded data are the upload's, without metadata such as location, camera and
 * thumbnail.
 */
export function cleanOriginal({ file, mime, metadata: { exif, orientation }, credits }: ValidPicture): Buffer {
  if (mime === "image/gif") return file;
  const tiff = buildTiff({ ...credits, orientation, resolution: findResolution(exif) });
  if (mime === "image/png") return reducePng(file, tiff);
  return reduceJpeg(file, tiff && Buffer.concat([EXIF_PREFIX, tiff])).file;
}

/** The original in a licence holder's file, without the licence's data; `undefined` unless it is a still picture. */
export function extractOriginal(file: Buffer): Buffer | undefined {
  const mime = detectPictureType(file);
  if (mime === "image/jpeg") return reduceJpeg(file, "own").file;
  if (mime === "image/gif") return reduceGif(file).file;
  const isStill = mime === "image/png" && [...parseChunks(file)].every(({ type }) => type !== "acTL");
  return isStill ? reducePng(file, "own") : undefined;
}
