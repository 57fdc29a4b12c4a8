import type { OverlayOptions } from "sharp";
import { APP_NAME } from "#shared/brand.ts";
import { WATERMARK_DEGREES, WATERMARK_GAP, WATERMARK_LOOKS, type Watermark } from "#shared/rules/watermarks.ts";
import { outlineText } from "../../platform/outlines/text-outline.ts";

/** A name that can't be drawn is left out. */
const outlineName = (artist: string | undefined, size: number, longest: number) =>
  (artist && outlineText(`${artist} · ${APP_NAME}`, size, longest)) || outlineText(APP_NAME, size, longest);

export interface Mark {
  /** Artist's name beside the shop's; `undefined` for the shop's alone. */
  readonly artist: string | undefined;
  readonly style: Exclude<Watermark, "none">;
}

/**
 * A thin line of artist and shop, repeated in staggered rows: light letters for dark pictures, over a shadow for bright ones.
 * Drawn as outlines, since Lambda has no fonts, and each separately, since SVG patterns have jagged edges.
 */
export function watermark(
  { width, height }: { readonly width: number; readonly height: number },
  { artist, style }: Mark,
): OverlayOptions {
  const { lettersDown, light, shadow, longest } = WATERMARK_LOOKS[style];
  const side = Math.sqrt(width * height);
  const size = side / lettersDown;
  const line = outlineName(artist, size, side * longest);
  if (!line) throw new Error(`The name ${APP_NAME} can't be drawn`);
  const column = line.width + WATERMARK_GAP.column * size;
  const row = WATERMARK_GAP.row * size;
  const reach = Math.hypot(width, height) / 2;
  const places: string[] = [];
  for (let down = -Math.ceil(reach / row); down * row <= reach; down++) {
    const shift = down % 2 === 0 ? 0 : column / 2;
    for (let x = shift - column * Math.ceil(reach / column + 1); x <= reach; x += column) {
      places.push(`<use href="#line" x="${x.toFixed(1)}" y="${(down * row).toFixed(1)}"/>`);
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><g id="line">
    <g transform="translate(${size / 24} ${size / 24})" fill="#000" fill-opacity="${shadow}">${line.svg}</g>
    <g fill="#fff" fill-opacity="${light}">${line.svg}</g></g></defs>
    <g transform="translate(${width / 2} ${height / 2}) rotate(${WATERMARK_DEGREES})">${places.join("")}</g></svg>`;
  return { input: Buffer.from(svg) };
}
