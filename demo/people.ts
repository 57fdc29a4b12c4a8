/** The password of every demo account. */
export const DEMO_PASSWORD = "ochre-demo-1";

/** Medium and tags of all works of an artist. */
interface Style {
  readonly medium: string;
  readonly tags: readonly string[];
}

/** An account of the demo, with the fields of the sign-up and profile forms; `userCountry` is ISO 3166 alpha-2. */
export interface Person {
  readonly userName: string;
  readonly userUsername: string;
  readonly userEmail: string;
  readonly userDescription: string;
  readonly userCountry: string;
  readonly style?: Style | undefined;
}

const person = (
  userUsername: string,
  userName: string,
  userCountry: string,
  userDescription: string,
  style?: Style,
): Person => ({
  userName,
  userUsername,
  userEmail: `${userUsername}@ochre.example`,
  userDescription,
  userCountry,
  style,
});

/** The operator of the demo; their second factor's code is on the developer's pages. */
export const DEMO_MODERATOR = person("demo.moderator", "Robin Sandoval", "AT", "I answer your questions.");

/** The accounts whose log-in details `npm start` prints. */
export const DEMO_ACCOUNTS = [
  person(
    "demo.artist",
    "Ines Calloway",
    "CH",
    "Paper mountains, cut and stacked. I walk up, I look, I go home and reach for the knife.",
    { medium: "illustration", tags: ["landscape", "mountains", "nature", "atmospheric"] },
  ),
  person(
    "demo.buyer",
    "Oskar Wendt",
    "DE",
    "Looking for pictures for a flat with tall walls and a small office with none.",
  ),
] as const satisfies readonly Person[];

export const PEOPLE: readonly Person[] = [
  ...DEMO_ACCOUNTS,
  person(
    "kaisa.lindroos",
    "Kaisa Lindroos",
    "FI",
    "I draw wind and water with strokes that never touch. Helsinki, close to the ferries.",
    { medium: "generative", tags: ["flow-field", "lines", "movement", "abstract"] },
  ),
  person("sunniva_aas", "Sunniva Aas", "NO", "Pendulums, pinholes and long exposures. The dark months are my studio.", {
    medium: "generative",
    tags: ["harmonograph", "mathematics", "lines", "abstract"],
  }),
  person("marisol_vega", "Marisol Vega", "ES", "Sunsets in seven colours and not one more. Dots since 1994.", {
    medium: "painting",
    tags: ["landscape", "sun", "minimal", "warm"],
  }),
  person("aurelio.brandi", "Aurelio Brandi", "IT", "Third generation of glaziers, first without a kiln.", {
    medium: "collage",
    tags: ["stained-glass", "mosaic", "light", "colourful"],
  }),
  person(
    "beatriz_campos",
    "Beatriz Campos",
    "BR",
    "Plants that grow from rules. The rules are mine, the growing is theirs.",
    { medium: "illustration", tags: ["botanical", "plants", "nature", "flowers"] },
  ),
  person("haruto_minase", "Haruto Minase", "JP", "One line, many times. Kyoto.", {
    medium: "generative",
    tags: ["line-art", "minimal", "monochrome", "abstract"],
  }),
  person(
    "pieter.vanderberg",
    "Pieter van der Berg",
    "NL",
    "Rectangles with feelings. Amsterdam, third floor, no lift.",
    { medium: "painting", tags: ["colour-field", "minimal", "abstract"] },
  ),
  person(
    "noor_elmasri",
    "Noor El-Masri",
    "EG",
    "Architect by day. By night I build towns that nobody has to pay for.",
    { medium: "3d", tags: ["isometric", "architecture", "city", "geometric"] },
  ),
  person("leila.haddad", "Leïla Haddad", "BE", "Marbling: ink, water, patience, and a comb that belonged to my aunt.", {
    medium: "painting",
    tags: ["marbling", "texture", "fluid", "abstract"],
  }),
  person("mireille_fontaine", "Mireille Fontaine", "FR", "Circles. I tried squares once. Lyon.", {
    medium: "generative",
    tags: ["circles", "dots", "geometric", "abstract"],
  }),
  person("callum.mactavish", "Callum MacTavish", "GB", "Maps of places you can't get to, drawn as if you could.", {
    medium: "illustration",
    tags: ["map", "cartography", "topography", "landscape"],
  }),
  person(
    "jiwon_park",
    "Park Jiwon",
    "DE",
    "Risograph prints, two or three drums, slightly out of register on purpose.",
    { medium: "illustration", tags: ["risograph", "print", "halftone", "retro"] },
  ),
  person(
    "tomas_okafor",
    "Tomás Okafor",
    "PT",
    "Tiles and mazes between Lagos and Lisbon. Turn one square and the whole wall changes.",
    { medium: "generative", tags: ["pattern", "tiles", "geometric", "maze"] },
  ),
  person("anjali.rao", "Anjali Rao", "IN", "Weaver. The loom is gone, the counting stayed.", {
    medium: "other",
    tags: ["textile", "weaving", "pattern", "craft"],
  }),
  person("ewa_zielinska", "Ewa Zielińska", "PL", "I let sound draw. Sand, brass plates, a violin bow.", {
    medium: "photograph",
    tags: ["chladni", "sound", "symmetry", "pattern"],
  }),
  person("lotte.kessler", "Lotte Kessler", "DE", "Compass, ruler, five colours. Dessau.", {
    medium: "typography",
    tags: ["bauhaus", "geometric", "poster", "abstract"],
  }),
];
