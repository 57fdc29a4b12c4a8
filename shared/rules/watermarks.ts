/** Watermarks of public previews of paid artwork, as its artist chooses. */
export const WATERMARKS = ["none", "light", "strong"] as const;
export type Watermark = (typeof WATERMARKS)[number];

export const STANDARD_WATERMARK: Watermark = "light";

interface WatermarkLook {
  /** Letter heights that fit into the side of a square picture. */
  readonly lettersDown: number;
  /** Opacity of the letters and of their shadow, from 0 to 1. */
  readonly light: number;
  readonly shadow: number;
  /** Longest text as a share of a square picture's side; a longer name is cut. */
  readonly longest: number;
}

/** With the light watermark, every third of a picture contains a whole text. */
export const WATERMARK_LOOKS: Readonly<Record<Exclude<Watermark, "none">, WatermarkLook>> = {
  light: { lettersDown: 46, light: 0.18, shadow: 0.12, longest: 1 / 3 },
  strong: { lettersDown: 30, light: 0.65, shadow: 0.6, longest: 1 / 2 },
};

export const WATERMARK_DEGREES = -28;

/** In letter sizes: between the texts of a row, and between the baselines of rows. */
export const WATERMARK_GAP = { column: 4, row: 4.4 } as const;
