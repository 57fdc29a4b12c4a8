import { CAPTION_HEIGHT, CAPTION_LINE } from "./grid-style.ts";

/** Heights in pixels of a strip's pictures on narrow and wide windows. */
export const STRIP_HEIGHTS = { narrow: 192, wide: 240 } as const;

/** Height in pixels of the captions, where title, artist and price have a line each. */
export const getCaptionHeight = (showsArtist: boolean) => CAPTION_HEIGHT + (showsArtist ? CAPTION_LINE : 0);

/** Height reserved for a strip of one artist's works and one of several artists', with their titles and the space below. */
export const getStripSpace = () => {
  const around = 2 * (52 + 32) + getCaptionHeight(false) + getCaptionHeight(true);
  return { base: `${2 * STRIP_HEIGHTS.narrow + around}px`, md: `${2 * STRIP_HEIGHTS.wide + around}px` };
};

/** The theme's breakpoint `md` in pixels, from which pictures are larger. */
const WIDE_FROM = 768;

/** Bounds of a frame's ratio, so that a strip shows several pictures. */
const RATIO = { min: 0.625, max: 1.6 };

/** Width in pixels below which price and two buttons don't fit in a line. */
const ROOM_FOR_TWO = 200;

/** The layout of one picture in a strip. */
interface StripTile {
  readonly style: { readonly width: string };
  readonly sizes: string;
  readonly ratio: number;
  /** True if the price and two buttons fit below it. */
  readonly isWide: boolean;
}

const getRatio = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Math.min(RATIO.max, Math.max(RATIO.min, width / height || 1));

/** Lays out a strip's frames, each as high as the strip, for all viewports. */
export function layoutStrip(pictures: readonly { readonly width: number; readonly height: number }[]): StripTile[] {
  return pictures.map((picture) => {
    const ratio = getRatio(picture);
    const [narrow, wide] = [Math.round(ratio * STRIP_HEIGHTS.narrow), Math.round(ratio * STRIP_HEIGHTS.wide)];
    return {
      style: { width: `calc(var(--strip-height) * ${ratio.toFixed(4)})` },
      sizes: `(min-width: ${WIDE_FROM}px) ${wide}px, ${narrow}px`,
      ratio,
      isWide: narrow >= ROOM_FOR_TWO,
    };
  });
}
