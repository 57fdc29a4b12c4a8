import { CAPTION_HEIGHT, type GridTile } from "./grid-style.ts";
import { COLUMNS } from "./justified-rows.ts";

/** Heights in pixels of a strip's pictures on narrow and wide windows, and of their captions. */
export const STRIP_HEIGHTS = { narrow: 192, wide: 240, caption: CAPTION_HEIGHT } as const;

/** Height reserved for strips with their titles and the space below. */
export const stripSpace = (strips: number) => {
  const around = 52 + STRIP_HEIGHTS.caption + 32;
  return { base: `${strips * (STRIP_HEIGHTS.narrow + around)}px`, md: `${strips * (STRIP_HEIGHTS.wide + around)}px` };
};

/** The theme's breakpoint `md` in pixels, from which pictures are larger. */
const WIDE_FROM = 768;

/** Bounds of a frame's ratio, so that a strip shows several pictures. */
const RATIO = { min: 0.625, max: 1.6 };

const GAP = 16;

/** Width in pixels below which the collection button would truncate most artists' names. */
const ROOM_FOR_TWO = 200;

/** Width of the narrowest common phones, in pixels. */
const NARROWEST = 360;

/** Share of a card that has to be visible for it to load before the first paint. */
const SEEN = 0.5;

/** The layout of one picture in a strip. */
interface StripTile extends Omit<GridTile, "style"> {
  readonly style: { readonly width: string };
  readonly ratio: number;
  /** True if the artist's name and two buttons fit below it. */
  readonly isWide: boolean;
}

const getRatio = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Math.min(RATIO.max, Math.max(RATIO.min, width / height || 1));

/** Lays out a strip's frames, each as high as the strip, for all viewports. */
export function layoutStrip(pictures: readonly { readonly width: number; readonly height: number }[]): StripTile[] {
  let before = 0;
  return pictures.map((picture, at) => {
    const ratio = getRatio(picture);
    /** True if enough of it is visible without scrolling in a window of this width. */
    const isIn = (window: number) => {
      const height = window < WIDE_FROM ? STRIP_HEIGHTS.narrow : STRIP_HEIGHTS.wide;
      return GAP + (before + SEEN * ratio) * height + at * GAP < Math.max(window, NARROWEST);
    };
    const firstFrom = COLUMNS.map(({ minWidth }) => minWidth).findLast(isIn) ?? null;
    before += ratio;
    const [narrow, wide] = [Math.round(ratio * STRIP_HEIGHTS.narrow), Math.round(ratio * STRIP_HEIGHTS.wide)];
    return {
      style: { width: `calc(var(--strip-height) * ${ratio.toFixed(4)})` },
      sizes: `(min-width: ${WIDE_FROM}px) ${wide}px, ${narrow}px`,
      firstFrom,
      ratio,
      isWide: narrow >= ROOM_FOR_TWO,
    };
  });
}
