import type { Sharp } from "sharp";
import { GROUND } from "#shared/colors.ts";
import { PREVIEW_WIDTHS } from "#shared/picture-widths.ts";
import type { PreviewFormat } from "../../areas/media/preview-paths.ts";
import { openPixels, openWide, type Pixels, toSrgb } from "./decode-picture.ts";

/** Width in pixels of the smallest preview, which high-density phones scale up. */
const SMALLEST = Math.min(...PREVIEW_WIDTHS);

/** Qualities of the smallest preview and of the others, by `node bench/pictures.ts`. */
const QUALITY = { avif: [87, 75], webp: [94, 88], jpeg: [95, 92] } as const;

/** Visually lossless: AVIF and JPEG without chroma subsampling, which WebP can't avoid. */
const ENCODERS = {
  avif: (picture: Sharp, quality: number) => picture.avif({ quality, effort: 2, chromaSubsampling: "4:4:4" }),
  webp: (picture: Sharp, quality: number) => picture.webp({ quality, effort: 1, smartSubsample: true }),
  jpeg: (picture: Sharp, quality: number) => picture.jpeg({ quality, chromaSubsampling: "4:4:4", progressive: true }),
} as const;

/** Encodes pixels; JPEG always in sRGB and without transparency. */
export function encode(format: PreviewFormat, pixels: Pixels): Sharp {
  const [small, usual] = QUALITY[format];
  const quality = pixels.raw.width <= SMALLEST ? small : usual;
  if (format === "jpeg") return ENCODERS.jpeg(openPixels(toSrgb(pixels)).flatten({ background: GROUND }), quality);
  return ENCODERS[format](pixels.isWide ? openWide(pixels) : openPixels(pixels), quality);
}
