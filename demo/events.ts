/** Events among the people of the demo. Titles are those of `works.ts`, names usernames of `people.ts`. */

/** A purchase or a free licence, and the rating of its review; a company buys the widest licence. */
export interface DemoOrder {
  readonly buyer: string;
  readonly title: string;
  readonly company?: string;
  readonly rating?: number;
}

/** In the order of their dates for each work. */
export const ORDERS: readonly DemoOrder[] = [
  { buyer: "demo.buyer", title: "First Light over Tarn Hollow", rating: 5 },
  { buyer: "demo.buyer", title: "Harbour Rush", rating: 5 },
  { buyer: "demo.buyer", title: "Plate in D", rating: 4 },
  { buyer: "demo.buyer", title: "Two Stones", company: "Wendt & Brandt Architekten", rating: 5 },
  { buyer: "demo.buyer", title: "Lamps across the Canal", company: "Wendt & Brandt Architekten" },
  { buyer: "demo.buyer", title: "Isle of Harrow, Sheet 1" },
  { buyer: "callum.mactavish", title: "First Light over Tarn Hollow", rating: 5 },
  { buyer: "lotte.kessler", title: "Counting Ridges", company: "Werkstatt Kessler", rating: 5 },
  { buyer: "kaisa.lindroos", title: "Night Ferry", rating: 5 },
  { buyer: "sunniva_aas", title: "Thin Air", rating: 4 },
  { buyer: "sunniva_aas", title: "Plate in D", rating: 5 },
  { buyer: "demo.artist", title: "Isle of Harrow, Sheet 1", rating: 5 },
  { buyer: "demo.artist", title: "Exposure, Forty Minutes", rating: 5 },
  { buyer: "demo.artist", title: "Two Stones" },
  { buyer: "jiwon_park", title: "Fairground at Noon", rating: 5 },
  { buyer: "mireille_fontaine", title: "Samambaia", rating: 5 },
  { buyer: "demo.buyer", title: "Lilac Hour", rating: 5 },
  { buyer: "demo.buyer", title: "Undertow", company: "Wendt & Brandt Architekten", rating: 5 },
  { buyer: "callum.mactavish", title: "Lilac Hour", rating: 4 },
  { buyer: "mireille_fontaine", title: "Lilac Hour", company: "Café Fontaine" },
  { buyer: "leila.haddad", title: "Rose Window, South Transept", rating: 5 },
  { buyer: "demo.artist", title: "Veil", rating: 5 },
];

/** A seller's code that lowers the price of some of their works. */
export interface DemoDiscountCode {
  readonly seller: string;
  readonly code: string;
  readonly percent: number;
  readonly titles: readonly string[];
}

export const DISCOUNT_CODES: readonly DemoDiscountCode[] = [
  { seller: "demo.artist", code: "PAPER15", percent: 15, titles: ["Lilac Hour", "Thin Air", "Two Days' Walk"] },
  { seller: "marisol_vega", code: "DOTS20", percent: 20, titles: ["Playa Magenta", "Two Islands at Supper"] },
  { seller: "lotte.kessler", code: "DESSAU10", percent: 10, titles: ["Ausstellung", "Forty Exercises"] },
];

/** Favourites by user. */
export const FAVORITES: Readonly<Record<string, readonly string[]>> = {
  "demo.buyer": [
    "First Light over Tarn Hollow",
    "Harbour Rush",
    "Two Stones",
    "Counting Ridges",
    "Lamps across the Canal",
    "Plate in D",
    "Isle of Harrow, Sheet 1",
    "Evening Cloth",
  ],
  "demo.artist": [
    "Isle of Harrow, Sheet 1",
    "Corrie and Scree",
    "Playa Magenta",
    "Exposure, Forty Minutes",
    "Undertow",
    "Two Stones",
    "Night Bus Window",
  ],
  "kaisa.lindroos": ["Night Ferry", "Veil", "Silk from the Medina"],
  sunniva_aas: ["Plate in D", "Thin Air", "Evening Cloth", "Undertow"],
  marisol_vega: ["Lilac Hour", "Rose Window, South Transept", "Cherries, Two Drums", "Samambaia"],
  "aurelio.brandi": [
    "Silk from the Medina",
    "First Light over Tarn Hollow",
    "Fairground at Noon",
    "Steps to the Night Market",
    "Playa Magenta",
  ],
  beatriz_campos: ["Incense", "Bazaar Basket", "Thirds"],
  haruto_minase: ["Plate in D", "Thirds", "Polder, Late Summer", "Bazaar Basket", "First Light over Tarn Hollow"],
  "pieter.vanderberg": ["Forty Exercises", "Two Stones", "Fairground at Noon"],
  noor_elmasri: ["Polder, Late Summer", "Rose Window, South Transept", "Water Finds a Way"],
  "leila.haddad": ["Rose Window, South Transept", "Harbour Rush", "Lilac Hour"],
  mireille_fontaine: ["Cherries, Two Drums", "Forty Exercises", "Samambaia"],
  "callum.mactavish": ["First Light over Tarn Hollow", "Two Days' Walk", "The Hill They Built"],
  jiwon_park: ["Fairground at Noon", "Playa Magenta", "Bazaar Basket", "Ausstellung", "Counting Ridges"],
  tomas_okafor: ["Bazaar Basket", "Forty Exercises", "Harbour Rush"],
  "anjali.rao": ["Silk from the Medina", "Evening Cloth", "Counting Ridges"],
  ewa_zielinska: ["Exposure, Forty Minutes", "Cricket Song", "Isle of Harrow, Sheet 1"],
  "lotte.kessler": ["Polder, Late Summer", "Fairground at Noon", "Two Islands at Supper", "Counting Ridges"],
};
/** Artists whom each user follows. */
export const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  "demo.buyer": ["demo.artist", "kaisa.lindroos", "sunniva_aas", "haruto_minase", "callum.mactavish"],
  "demo.artist": ["callum.mactavish", "marisol_vega", "haruto_minase", "sunniva_aas"],
  "kaisa.lindroos": ["demo.artist", "sunniva_aas"],
  sunniva_aas: ["demo.artist", "kaisa.lindroos", "haruto_minase"],
  marisol_vega: ["aurelio.brandi", "beatriz_campos"],
  "aurelio.brandi": ["marisol_vega", "demo.artist"],
  beatriz_campos: ["marisol_vega", "anjali.rao"],
  haruto_minase: ["kaisa.lindroos", "pieter.vanderberg"],
  "pieter.vanderberg": ["haruto_minase", "demo.artist"],
  "callum.mactavish": ["demo.artist", "kaisa.lindroos"],
  "anjali.rao": ["noor_elmasri", "demo.artist"],
};

interface DemoCollection {
  readonly collectionTitle: string;
  readonly collectionDescription: string;
  /** Titles of its artwork, in its order. */
  readonly artwork: readonly string[];
}

/** Collections of users, by username. */
export const COLLECTIONS: Readonly<Record<string, readonly DemoCollection[]>> = {
  "demo.buyer": [
    {
      collectionTitle: "For the hallway",
      collectionDescription: "Long and quiet, to be walked past every day.",
      artwork: ["First Light over Tarn Hollow", "Counting Ridges", "Night Ferry", "Corrie and Scree"],
    },
    {
      collectionTitle: "Loud ones",
      collectionDescription: "",
      artwork: ["Harbour Rush", "Plate in D", "Playa Magenta", "Two Stones"],
    },
  ],
  "demo.artist": [
    {
      collectionTitle: "What I learn from",
      collectionDescription: "Edges, mostly, and how little it takes.",
      artwork: ["Isle of Harrow, Sheet 1", "Undertow", "Exposure, Forty Minutes", "Night Bus Window"],
    },
  ],
};

/** An author, a text, and the place in the list of the comment that it replies to. */
export type DemoComment = readonly [author: string, text: string, parent?: number];

/** Comments and replies by title, in the order of writing. */
export const COMMENTS: Readonly<Record<string, readonly DemoComment[]>> = {
  "First Light over Tarn Hollow": [
    [
      "callum.mactavish",
      "I have stood on that shore, or on one that should sue for likeness. The shaky reflection is exactly right.",
    ],
    ["demo.buyer", "This goes above the sofa. My tall wall and I are very grateful."],
    [
      "demo.artist",
      "Callum, it is three shores glued together. Oskar, hang it low: the water wants to be at eye level.",
      0,
    ],
  ],
  "Counting Ridges": [
    ["lotte.kessler", "Eleven? I count twelve, but the last might be sky."],
    ["demo.artist", "Twelve. The last one is sky on weekdays.", 0],
  ],
  "Thin Air": [["sunniva_aas", "That sun. In January we would call this a bright day."]],
  "Night Ferry": [["kaisa.lindroos", "Ours leaves at 23:30 and the moon is never this punctual."]],
  Samambaia: [["mireille_fontaine", "My bathroom fern has seen this and is asking questions."]],
  "Fairground at Noon": [
    ["jiwon_park", "How do you choose the last, smallest circle? I would never be able to stop."],
    ["mireille_fontaine", "I stop when lunch is ready. It is the only honest method.", 0],
  ],
  "Exposure, Forty Minutes": [
    [
      "ewa_zielinska",
      "Same evening, same idea, two countries apart: you let gravity draw and I let the bow. Shall we swap prints?",
    ],
    ["sunniva_aas", "Yes. Mine travels flat, please keep the sand on your side.", 0],
  ],
  "Plate in D": [
    ["haruto_minase", "The silent part is the picture. I shall think about this all week."],
    ["demo.buyer", "Is it really just sand? No retouching?"],
    ["ewa_zielinska", "Sand, a brass plate and neighbours with patience.", 1],
  ],
  "Cherries, Two Drums": [
    ["marisol_vega", "The third colour for free! I counted seven all my life and you do it with two."],
  ],
  "Rose Window, South Transept": [
    ["leila.haddad", "The wine ring next to the night ring. My aunt's comb could not have done it better."],
    ["aurelio.brandi", "From you, Leïla, I take that as a diploma.", 0],
  ],
  "Harbour Rush": [["demo.buyer", "I commute through this picture every morning."]],
  "Silk from the Medina": [
    ["anjali.rao", "I tried to count the folds as threads and lost the warp somewhere in the apricot. Wonderful."],
  ],
  "Evening Cloth": [["anjali.rao", "Somebody taught this line to breathe."]],
  "Bazaar Basket": [["tomas_okafor", "That last roll of teal was worth the trip."]],
  "Playa Magenta": [["aurelio.brandi", "Seven colours and it is still warmer than my whole workshop."]],
  "Isle of Harrow, Sheet 1": [
    ["demo.artist", "When is Sheet 2 due? I have already packed."],
    ["callum.mactavish", "Sheet 2 is mostly water. Bring the second pair of socks.", 0],
  ],
  "Forty Exercises": [["pieter.vanderberg", "Number 17 would pass for a whole career where I come from."]],
  "Two Stones": [
    ["demo.artist", "A heartbeat apart, and you see it. That is all I want from a line."],
    ["kaisa.lindroos", "The place where the rings cross keeps me here."],
  ],
  "Lamps across the Canal": [["demo.buyer", "Two squares are still dark. I like to think they are out for dinner."]],
  "Polder, Late Summer": [
    ["lotte.kessler", "Land drawn before it was walked on. I am going to steal that sentence for my students."],
  ],
  Undertow: [["sunniva_aas", "I held my breath at the narrow place in the middle."]],
};

interface Showcase {
  readonly links: readonly string[];
  /** Titles of own artwork. */
  readonly banner: string;
  readonly pinned: readonly string[];
}

/** Links, banner and pinned artwork of some artists' pages, by username. */
export const SHOWCASES: Readonly<Record<string, Showcase>> = {
  "demo.artist": {
    links: ["https://ines-calloway.example/", "https://paper-mountains.example/prints"],
    banner: "Counting Ridges",
    pinned: ["First Light over Tarn Hollow", "Night Ferry", "Thin Air"],
  },
  "kaisa.lindroos": {
    links: ["https://lindroos.example/"],
    banner: "Harbour Rush",
    pinned: ["Undertow"],
  },
  marisol_vega: {
    links: ["https://marisol-vega.example/", "https://seven-colours.example/"],
    banner: "Playa Magenta",
    pinned: ["Two Islands at Supper", "Red Sun, Long Shadow"],
  },
};

/** The takedown whose artist answers: its artwork, and the texts of both sides. */
export const APPEALED = {
  title: "Forty Exercises",
  reason: "It repeats the cover of a textbook from 1987.",
  rule: "Terms of Service, section 3: you own what you publish",
  answer: "I drew all forty sheets myself, and I have the sketches. The cover of that book shows other shapes.",
} as const;

/** Titles of the works that the demo's home page opens with, in their order. */
export const CURATED = [
  "Harbour Rush",
  "Exposure, Forty Minutes",
  "Two Stones",
  "First Light over Tarn Hollow",
  "Bazaar Basket",
  "Rose Window, South Transept",
  "Night Bus Window",
  "Playa Magenta",
  "Polder, Late Summer",
  "Samambaia",
] as const;
