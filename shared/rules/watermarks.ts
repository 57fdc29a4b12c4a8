/** How the public previews of artwork that costs money are marked, as its artist chooses. */
export const WATERMARKS = ["none", "light", "strong"] as const;
export type Watermark = (typeof WATERMARKS)[number];

export const STANDARD_WATERMARK: Watermark = "light";

interface WatermarkLook {
  /** Letters down the side of a square picture. */
  readonly lettersDown: number;
  /** Of the letters and of the shadow behind them, from 0 to 1. */
  readonly light: number;
  readonly shadow: number;
  /** A text is at most this share of a square picture's side; a longer name is cut. */
  readonly longest: number;
}

/** A third of a picture under the light one holds a whole text. */
export const WATERMARK_LOOKS: Readonly<Record<Exclude<Watermark, "none">, WatermarkLook>> = {
  light: { lettersDown: 46, light: 0.18, shadow: 0.12, longest: 1 / 3 },
  strong: { lettersDown: 30, light: 0.65, shadow: 0.6, longest: 1 / 2 },
};

export const WATERMARK_DEGREES = -28;

/** In sizes of a letter: between the texts of a row, and from one row's baseline to the next. */
export const WATERMARK_GAP = { column: 4, row: 4.4 } as const;
