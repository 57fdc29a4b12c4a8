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
}

export const WATERMARK_LOOKS: Readonly<Record<Exclude<Watermark, "none">, WatermarkLook>> = {
  light: { lettersDown: 46, light: 0.18, shadow: 0.12 },
  strong: { lettersDown: 24, light: 0.65, shadow: 0.45 },
};

export const WATERMARK_DEGREES = -28;

/** In sizes of a letter: between the texts of a row, and from one row's baseline to the next. */
export const WATERMARK_GAP = { column: 4, row: 4.4 } as const;
