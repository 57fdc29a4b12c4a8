import { join } from "node:path";

/** Whole dollars; with a commercial price, commercial use is a separate licence. */
export interface Prices {
  readonly personal: number;
  readonly commercial?: number;
}

/** An artwork of the demo. */
export interface Work {
  readonly title: string;
  /** Username of its artist (`people.ts`), whose medium and tags apply to it. */
  readonly artist: string;
  readonly tags: readonly string[];
  /** Its free licence, its prices, or `unavailable`; on a stage without payments, priced works are free. */
  readonly terms: "personal" | "commercial" | "unavailable" | Prices;
  readonly description: string;
}

/** Number of works in the first view, one per artist; they are published before `npm start` prints its URL. */
export const FIRST_VIEW = 6;

/** Path of the work's JPEG: its title in lower case, words joined by hyphens. */
export const getPicturePath = ({ title }: Work): string =>
  join(
    import.meta.dirname,
    "pictures",
    `${title
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("-")}.jpg`,
  );

/** All works in order of publication. Titles are unique, and consecutive works have different artists. */
export const WORKS: readonly Work[] = [
  {
    title: "Night Bus Window",
    artist: "mireille_fontaine",
    tags: ["night", "winter", "city"],
    terms: "personal",
    description: "City lights held together by a circle of breath on cold glass.",
  },
  {
    title: "Lilac Hour",
    artist: "demo.artist",
    tags: ["dusk"],
    terms: { personal: 60, commercial: 180 },
    description: "Ten minutes of colour after sunset, slowed down so that there is time to look.",
  },
  {
    title: "Two Stones",
    artist: "haruto_minase",
    tags: [],
    terms: "commercial",
    description: "One pond, two stones, thrown a heartbeat apart. Ink black on rice paper.",
  },
  {
    title: "Moon Eucalyptus",
    artist: "beatriz_campos",
    tags: ["night", "moon"],
    terms: "commercial",
    description: "Three cuttings against a low moon, berries still on.",
  },
  {
    title: "Veil",
    artist: "sunniva_aas",
    tags: ["fog"],
    terms: { personal: 75, commercial: 190 },
    description: "Four numbers and two lines of arithmetic; the folds are all its own idea.",
  },
  {
    title: "Ausstellung",
    artist: "lotte.kessler",
    tags: [],
    terms: { personal: 65, commercial: 180 },
    description: "An exhibition poster with all the words taken off. Balance does the talking.",
  },
  {
    title: "Red Sun, Long Shadow",
    artist: "marisol_vega",
    tags: ["red"],
    terms: "personal",
    description: "Four in the afternoon and nobody about. Even the dunes lie down.",
  },
  {
    title: "Undertow",
    artist: "kaisa.lindroos",
    tags: ["sea", "water", "red"],
    terms: { personal: 80, commercial: 240 },
    description:
      "Cream and coral strokes caught in a dark current. Each follows the water; none may touch its neighbour.",
  },
  {
    title: "Lamps across the Canal",
    artist: "pieter.vanderberg",
    tags: ["harbour"],
    terms: "commercial",
    description: "Nobody on the Lijnbaansgracht closes the curtains. Squares of warm light, one inside another.",
  },
  {
    title: "Plate in D",
    artist: "ewa_zielinska",
    tags: [],
    terms: "personal",
    description: "Strew sand, draw the bow, wait. The pattern is the part of the plate that stays silent.",
  },
  {
    title: "Cherries, Two Drums",
    artist: "jiwon_park",
    tags: ["fruit", "blue", "red"],
    terms: "personal",
    description: "Fluorescent red first, blue on top, and a third colour for free wherever they meet.",
  },
  {
    title: "Corrie and Scree",
    artist: "callum.mactavish",
    tags: [],
    terms: { personal: 35 },
    description: "Contours at ten metres, light from the north-west, as the old surveyors liked it.",
  },
  {
    title: "Incense",
    artist: "leila.haddad",
    tags: [],
    terms: "personal",
    description: "Oud, ten minutes after the guests have gone.",
  },
  {
    title: "Thin Air",
    artist: "demo.artist",
    tags: ["blue"],
    terms: "commercial",
    description: "Blue upon blue upon blue, with a sun so pale it might be a mistake in the paper.",
  },
  {
    title: "River Cloth",
    artist: "anjali.rao",
    tags: ["water"],
    terms: "commercial",
    description: "A plain weave that somebody left in the stream overnight.",
  },
  {
    title: "Thirds",
    artist: "sunniva_aas",
    tags: [],
    terms: "personal",
    description: "A musical interval made visible, slightly flat, as the old organ in our church is.",
  },
  {
    title: "The Hill They Built",
    artist: "noor_elmasri",
    tags: ["water"],
    terms: "personal",
    description: "Each family put its house on top of the last one's. The view improved, the water had to be carried.",
  },
  {
    title: "Roadside, BR-116",
    artist: "beatriz_campos",
    tags: ["red"],
    terms: "personal",
    description: "Nobody planted any of this. Red composites, a few umbels, some stubborn ferns.",
  },
  {
    title: "Two Days' Walk",
    artist: "demo.artist",
    tags: ["blue"],
    terms: "commercial",
    description:
      "A long panorama for a long walk: you start among the dark trees on the near slope and finish somewhere in the pale blue.",
  },
  {
    title: "Lagoon Sunrise",
    artist: "aurelio.brandi",
    tags: ["sea", "water", "morning", "green"],
    terms: "commercial",
    description: "Sea-green shards around a sun that seems to hum. Lead lines drawn as the cells demanded.",
  },
  {
    title: "Cricket Song",
    artist: "haruto_minase",
    tags: ["music"],
    terms: "unavailable",
    description: "Two sounds arriving together, drawn where they agree.",
  },
  {
    title: "Forty Exercises",
    artist: "lotte.kessler",
    tags: [],
    terms: "personal",
    description: "The first-year task: one square, one compass, one ruler, do not repeat yourself.",
  },
  {
    title: "Water Finds a Way",
    artist: "tomas_okafor",
    tags: ["water", "garden"],
    terms: "personal",
    description: "A garden of channels where each square was turned by a coin toss, and the water still gets through.",
  },
  {
    title: "Two Islands at Supper",
    artist: "marisol_vega",
    tags: ["island", "dusk"],
    terms: "commercial",
    description: "Seen from the table by the window, every evening for a week.",
  },
  {
    title: "Mint and Peony",
    artist: "jiwon_park",
    tags: ["fruit", "flowers", "green"],
    terms: "personal",
    description: "Soft spheres, coarse dots. From across the room it is fruit; up close it is weather.",
  },
  {
    title: "Night Ferry",
    artist: "demo.artist",
    tags: ["night", "moon", "harbour", "water", "dusk"],
    terms: "personal",
    description: "The lake at the hour when the last boat has gone and the moon has the surface to itself.",
  },
  {
    title: "Polder, Late Summer",
    artist: "pieter.vanderberg",
    tags: ["summer"],
    terms: "personal",
    description: "Fields, ditches, a few round ponds. Land that was drawn before it was walked on.",
  },
  {
    title: "Bazaar Basket",
    artist: "anjali.rao",
    tags: ["blue"],
    terms: "personal",
    description: "Over one, under one, with the ribbons laid on the diagonal. The teal was the last roll in the shop.",
  },
  {
    title: "Exposure, Forty Minutes",
    artist: "sunniva_aas",
    tags: [],
    terms: "personal",
    description: "Two pendulums and a pinhole lamp in a dark room in Bodø. I only opened the shutter.",
  },
  {
    title: "Silk from the Medina",
    artist: "leila.haddad",
    tags: ["blue", "gold"],
    terms: "personal",
    description: "Blue ink and apricot, lifted off the bath in one breath. The gold found its own way along the folds.",
  },
  {
    title: "Counting Ridges",
    artist: "demo.artist",
    tags: ["red"],
    terms: "commercial",
    description:
      "I counted the ridges from the hut window and gave each one its own sheet of paper. The sun is the only thing that insisted on red.",
  },
  {
    title: "Fairground at Noon",
    artist: "mireille_fontaine",
    tags: ["summer"],
    terms: "personal",
    description:
      "Every circle took the largest place it could still find. The small ones arrived late and were happy anyway.",
  },
  {
    title: "Steps to the Night Market",
    artist: "noor_elmasri",
    tags: ["night"],
    terms: "commercial",
    description: "Terraces in plum and rose, at the moment when the first lamps go on.",
  },
  {
    title: "Evening Cloth",
    artist: "haruto_minase",
    tags: ["dusk"],
    terms: "personal",
    description: "A few dozen threads pulled gently out of true. Stand back and the plane begins to breathe.",
  },
  {
    title: "Isle of Harrow, Sheet 1",
    artist: "callum.mactavish",
    tags: ["island"],
    terms: "personal",
    description: "There is no such island, but I could tell you where to land and which path stays dry.",
  },
  {
    title: "Playa Magenta",
    artist: "marisol_vega",
    tags: ["red"],
    terms: "personal",
    description: "Seven colours, no blends: the dots do all the work, as they did on my first computer.",
  },
  {
    title: "Samambaia",
    artist: "beatriz_campos",
    tags: [],
    terms: "personal",
    description: "The fern from my mother's bathroom, finally given the sun it always wanted.",
  },
  {
    title: "Rose Window, South Transept",
    artist: "aurelio.brandi",
    tags: ["night", "flowers", "gold"],
    terms: { personal: 90 },
    description: "Gold at the heart, then fire, then wine, then night. The old glaziers knew where to stop.",
  },
  {
    title: "Harbour Rush",
    artist: "kaisa.lindroos",
    tags: ["harbour"],
    terms: "personal",
    description: "Everyone leaves the quay at the same time, and still nobody bumps into anybody.",
  },
  {
    title: "First Light over Tarn Hollow",
    artist: "demo.artist",
    tags: ["water", "morning"],
    terms: "personal",
    description:
      "Cut-paper ranges the colour of warm clay, stacked until the water takes over and repeats them in a slightly shakier hand.",
  },
];
