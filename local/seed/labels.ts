import type { DemoArtwork, StyleName } from "#local/seed/demo-artwork.ts";

interface Labels {
  readonly medium: string;
  readonly tags: readonly string[];
}

const OF_STYLE: Readonly<Record<StyleName, Labels>> = {
  bauhaus: { medium: "typography", tags: ["bauhaus", "geometric", "poster", "abstract"] },
  blocks: { medium: "3d", tags: ["isometric", "architecture", "city", "geometric"] },
  contours: { medium: "illustration", tags: ["map", "cartography", "topography", "landscape"] },
  currents: { medium: "generative", tags: ["flow-field", "lines", "movement", "abstract"] },
  glass: { medium: "collage", tags: ["stained-glass", "mosaic", "light", "colourful"] },
  lines: { medium: "generative", tags: ["line-art", "minimal", "monochrome", "abstract"] },
  marble: { medium: "painting", tags: ["marbling", "texture", "fluid", "abstract"] },
  mountains: { medium: "illustration", tags: ["landscape", "mountains", "nature", "atmospheric"] },
  orbits: { medium: "generative", tags: ["circles", "dots", "geometric", "abstract"] },
  panels: { medium: "painting", tags: ["colour-field", "minimal", "abstract"] },
  pendulum: { medium: "generative", tags: ["harmonograph", "mathematics", "lines", "abstract"] },
  plants: { medium: "illustration", tags: ["botanical", "plants", "nature", "flowers"] },
  riso: { medium: "illustration", tags: ["risograph", "print", "halftone", "retro"] },
  sand: { medium: "photograph", tags: ["chladni", "sound", "symmetry", "pattern"] },
  suns: { medium: "painting", tags: ["landscape", "sun", "minimal", "warm"] },
  truchet: { medium: "generative", tags: ["pattern", "tiles", "geometric", "maze"] },
  weave: { medium: "other", tags: ["textile", "weaving", "pattern", "craft"] },
};

/** Tags by words in the title or the description. */
const OF_WORDS: readonly (readonly [words: RegExp, tag: string])[] = [
  [/\b(night|midnight|moon)\b/i, "night"],
  [/\bmoons?\b/i, "moon"],
  [/\b(spruces|forest|wood|bark|birch)\b/i, "forest"],
  [/\b(fog|smoke|veil)\b/i, "fog"],
  [/\b(winter|snow|cold|ice)\b/i, "winter"],
  [/\b(summer|august|noon|heat)\b/i, "summer"],
  [/\b(sea|bay|tide|wave|swim|strait|skerry|undertow|horizon)\b/i, "sea"],
  [/\b(harbour|quay|ferry|canal)\b/i, "harbour"],
  [/\b(river|tarn|lake|lagoon|water)\b/i, "water"],
  [/\b(island|isle|islands)\b/i, "island"],
  [/\b(market|town|quarter|roofs|courtyards?|tram|bus)\b/i, "city"],
  [/\b(dusk|evening|hour|supper|sunset)\b/i, "dusk"],
  [/\b(morning|sunrise|first light)\b/i, "morning"],
  [/\b(planets?|comet|stars?)\b/i, "space"],
  [/\b(rain|storm|monsoon)\b/i, "rain"],
  [/\b(garden|herb|herbarium|meadow|grass)\b/i, "garden"],
  [/\b(fruit|cherries|plum|fig|okra|jam)\b/i, "fruit"],
  [/\b(rose|petals|orchid|lotus|peony|flower|eucalyptus)\b/i, "flowers"],
  [/\b(blue|indigo|teal)\b/i, "blue"],
  [/\b(red|coral|magenta|madder)\b/i, "red"],
  [/\b(gold|copper|saffron|ember)\b/i, "gold"],
  [/\b(green|malachite|mint|sage)\b/i, "green"],
  [/\b(bell|drum|drumhead|notes|octave|overtone|song)\b/i, "music"],
];

/** The medium and the tags of an artwork of the demo. */
export function labelsOf({ style, title, description }: Pick<DemoArtwork, "style" | "title" | "description">) {
  const { medium, tags } = OF_STYLE[style];
  const texts = `${title} ${description}`;
  const said = OF_WORDS.filter(([words]) => words.test(texts)).map(([, tag]) => tag);
  return { artworkTags: [...new Set([...tags, ...said])].slice(0, 12), artworkMedium: medium };
}
