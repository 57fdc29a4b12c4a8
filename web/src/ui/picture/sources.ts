import type { Preview } from "#shared/model/media.ts";

export type PreviewFormat = "avif" | "webp" | "jpeg";

/** `srcset` of one format over all widths. */
export const toSrcSet = (previews: readonly Preview[], format: PreviewFormat): string =>
  previews.map((preview) => `${preview[format]} ${preview.width}w`).join(", ");

/** The middle preview, for browsers without `srcset` and for the reserved width and height. */
export function findFallback(previews: readonly Preview[]): Preview | undefined {
  const byWidth = previews.toSorted((a, b) => a.width - b.width);
  return byWidth[Math.floor((byWidth.length - 1) / 2)];
}

export const findLargest = (previews: readonly Preview[]): Preview | undefined =>
  previews.toSorted((a, b) => b.width - a.width)[0];
