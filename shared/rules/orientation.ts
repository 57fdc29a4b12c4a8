export const ORIENTATIONS = ["landscape", "portrait", "square"] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Relative difference of sides up to which a picture counts as square. */
const TOLERANCE = 0.05;

export function getOrientation({ width, height }: { readonly width: number; readonly height: number }): Orientation {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long <= short * (1 + TOLERANCE)) return "square";
  return width > height ? "landscape" : "portrait";
}
