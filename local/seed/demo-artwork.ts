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

/** Pixels of each format; the long side is 1600 or more, the short side more than 1024. */
export const SHAPES = {
  "3:2": [1620, 1080],
  "2:3": [1080, 1620],
  "4:5": [1280, 1600],
  "5:4": [1600, 1280],
  "1:1": [1600, 1600],
  "16:10": [1760, 1100],
  "3:4": [1200, 1600],
  "4:3": [1600, 1200],
  "5:7": [1160, 1624],
  "2:1": [2120, 1060],
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
