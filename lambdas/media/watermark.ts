import type { OverlayOptions } from "sharp";
import { APP_NAME } from "#shared/brand.ts";

/** A veil of the product's name across the whole picture: hard to paint away, easy to look past. */
export function watermark({ width, height }: { readonly width: number; readonly height: number }): OverlayOptions {
  const size = Math.max(18, Math.round(width / 26));
  const step = size * 7;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><pattern id="mark" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(-28)">
      <text x="0" y="${size}" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#fff" fill-opacity=".34"
        stroke="#000" stroke-opacity=".22" stroke-width="1">${APP_NAME}</text>
    </pattern></defs><rect width="100%" height="100%" fill="url(#mark)"/></svg>`;
  return { input: Buffer.from(svg) };
}
