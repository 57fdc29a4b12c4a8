import type { Sharp } from "sharp";
import { GROUND } from "#shared/colors.ts";
import type { PreviewFormat } from "../../areas/media/preview-paths.ts";
import { openPixels, openWide, type Pixels, toSrgb } from "./decode-picture.ts";

/**
 * As near to the picture as the eye can tell: AVIF and JPEG keep every sample of colour, and each format three fifths of
 * visible grain or more (test/rare/api/preview-encoders.test.ts).
 */
const ENCODERS = {
  avif: (picture: Sharp) => picture.avif({ quality: 75, effort: 2, chromaSubsampling: "4:4:4" }),
  webp: (picture: Sharp) => picture.webp({ quality: 88, effort: 1, smartSubsample: true }),
  jpeg: (picture: Sharp) => picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4", progressive: true }),
} as const;

/** Encodes pixels; JPEG alone in sRGB, and without transparency. */
export function encode(format: PreviewFormat, pixels: Pixels): Sharp {
  if (format === "jpeg") return ENCODERS.jpeg(openPixels(toSrgb(pixels)).flatten({ background: GROUND }));
  return ENCODERS[format](pixels.isWide ? openWide(pixels) : openPixels(pixels));
}
