import type { OverlayOptions } from "sharp";
import { BRAND_OUTLINE } from "./brand-outline.ts";

/** Words across a square picture's side; a larger number makes the words smaller and more. */
const WORDS_ACROSS = 4.6;

/** Parts of a word's width between the words of a row, and of its height between the rows. */
const GAP = { column: 0.22, row: 0.9 };

const DEGREES = -28;

/**
 * The brand across the whole picture in staggered rows: pale letters that show on dark pictures, over a shadow that shows
 * on bright ones. It takes no font, since where functions run there is none.
 */
export function watermark({ width, height }: { readonly width: number; readonly height: number }): OverlayOptions {
  const { path, width: wordWidth, capHeight } = BRAND_OUTLINE;
  const scale = Math.sqrt(width * height) / WORDS_ACROSS / wordWidth;
  const column = wordWidth * (1 + GAP.column);
  const row = capHeight * (1 + GAP.row);
  // The second row begins half a column later, so its word is cut by the tile's edge and drawn at both.
  const places = [
    [0, capHeight],
    [column / 2, capHeight + row],
    [-column / 2, capHeight + row],
  ];
  const words = places.map(([x, y]) => `<use href="#word" x="${x}" y="${y}"/>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <g id="word"><path d="${path}" transform="translate(3 3)" fill="#000" fill-opacity=".23"/>
      <path d="${path}" fill="#fff" fill-opacity=".36"/></g>
    <pattern id="words" width="${column}" height="${2 * row}" patternUnits="userSpaceOnUse"
      patternTransform="rotate(${DEGREES}) scale(${scale})">${words}</pattern>
    </defs><rect width="100%" height="100%" fill="url(#words)"/></svg>`;
  return { input: Buffer.from(svg) };
}
