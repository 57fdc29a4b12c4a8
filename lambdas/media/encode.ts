import type { Sharp } from "sharp";

/**
 * As near to the picture as the eye can tell: AVIF and JPEG keep every sample of colour, and each format three fifths of
 * visible grain or more (test/api/preview-encoders.test.ts).
 */
export const encode = {
  avif: (picture: Sharp) => picture.avif({ quality: 75, effort: 2, chromaSubsampling: "4:4:4" }),
  webp: (picture: Sharp) => picture.webp({ quality: 88, effort: 1, smartSubsample: true }),
  jpeg: (picture: Sharp) => picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4", progressive: true }),
} as const;
