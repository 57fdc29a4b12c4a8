import type { Random } from "#local/seed/art/random.ts";
import type { Raster } from "#local/seed/art/raster.ts";

/** The input of a style; colours are `#rrggbb`, sizes pixels. */
export type StyleInput = {
  width: number;
  height: number;
  random: Random;
  /** The first colour is the ground (or the far end of a gradient), the rest are the inks in order. */
  palette: readonly [string, string, ...string[]];
  /** Which of the style's few moods to draw; each style names its own. */
  mood: string;
};

export type Style = (input: StyleInput) => Raster | Promise<Raster>;
