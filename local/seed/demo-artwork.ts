/** The styles that `local/seed/art/styles/` can draw. */
export type StyleName =
  | "bauhaus"
  | "blocks"
  | "contours"
  | "currents"
  | "glass"
  | "lines"
  | "marble"
  | "mountains"
  | "orbits"
  | "panels"
  | "pendulum"
  | "plants"
  | "riso"
  | "sand"
  | "suns"
  | "truchet"
  | "weave";

/** Pixels of each format: the short side is the least that an upload may have, since previews are no larger. */
export const SHAPES = {
  "3:2": [1536, 1024],
  "2:3": [1024, 1536],
  "4:5": [1024, 1280],
  "5:4": [1280, 1024],
  "1:1": [1024, 1024],
  "16:10": [1638, 1024],
  "3:4": [1024, 1366],
  "4:3": [1366, 1024],
  "5:7": [1024, 1434],
  "2:1": [2048, 1024],
} as const satisfies Record<string, readonly [number, number]>;

type Shape = keyof typeof SHAPES;
export type Palette = readonly [string, string, ...string[]];

/** The free licence that is offered; `shown` offers none. */
type Offer = "personal" | "commercial" | "shown";

/** One artwork of the demo: its texts and the settings of its drawing. */
export type DemoArtwork = {
  title: string;
  description: string;
  style: StyleName;
  mood: string;
  palette: Palette;
  shape: Shape;
  seed: number;
  offer: Offer;
};

/** An artwork's values as the catalogue lists them. */
type Row = readonly [
  title: string,
  mood: string,
  palette: Palette,
  shape: Shape,
  seed: number,
  description: string,
  offer?: Offer,
];

/** Artwork of one style. */
export function inStyle(style: StyleName, rows: readonly Row[]): DemoArtwork[] {
  return rows.map(([title, mood, palette, shape, seed, description, offer = "personal"]) => ({
    title,
    description,
    style,
    mood,
    palette,
    shape,
    seed,
    offer,
  }));
}
