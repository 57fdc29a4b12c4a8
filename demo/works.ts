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
  /** Of its previews, if it has a price; light if omitted. */
  readonly watermark?: "none" | "strong";
  readonly description: string;
  /** Describes the picture for people who can't see it. */
  readonly alt: string;
}

/** Number of works in the first view, one per artist; they are published before `npm start` prints its URL. */
export const FIRST_VIEW = 4;

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
    terms: { personal: 48, commercial: 150 },
    description: "City lights held together by a circle of breath on cold glass.",
    alt: "A large disc packed with patterned circles in cream, teal and rust, on midnight blue.",
  },
  {
    title: "Lilac Hour",
    artist: "demo.artist",
    tags: ["dusk"],
    terms: { personal: 60, commercial: 180 },
    description: "Ten minutes of colour after sunset, slowed down so that there is time to look.",
    alt: "A pink sun over layered lilac mountains and dark firs, mirrored in a still lake.",
  },
  {
    title: "Two Stones",
    artist: "haruto_minase",
    tags: [],
    terms: "commercial",
    description: "One pond, two stones, thrown a heartbeat apart. Ink black on rice paper.",
    alt: "Black and cream rings spreading from two points and meeting in a wavering line.",
  },
  {
    title: "Moon Eucalyptus",
    artist: "beatriz_campos",
    tags: ["night", "moon"],
    terms: "commercial",
    description: "Three cuttings against a low moon, berries still on.",
    alt: "Three sprigs of eucalyptus with red berries in front of a low yellow moon, on dark green.",
  },
  {
    title: "Veil",
    artist: "sunniva_aas",
    tags: ["fog"],
    terms: { personal: 75, commercial: 190 },
    description: "Four numbers and two lines of arithmetic; the folds are all its own idea.",
    alt: "A folded, almost transparent veil of thin turquoise lines on black.",
  },
  {
    title: "Ausstellung",
    artist: "lotte.kessler",
    tags: [],
    terms: { personal: 65, commercial: 180 },
    description: "An exhibition poster with all the words taken off. Balance does the talking.",
    alt: "An abstract poster: a black and an ochre disc cut by a diagonal bar, with a blue disc and a red block.",
  },
  {
    title: "Red Sun, Long Shadow",
    artist: "marisol_vega",
    tags: ["red"],
    terms: { personal: 18 },
    description: "Four in the afternoon and nobody about. Even the dunes lie down.",
    alt: "A striped red sun half sunk behind brown dunes, under a sky from teal to yellow.",
  },
  {
    title: "Undertow",
    artist: "kaisa.lindroos",
    tags: ["sea", "water", "red"],
    terms: { personal: 80, commercial: 240 },
    description:
      "Cream and coral strokes caught in a dark current. Each follows the water; none may touch its neighbour.",
    alt: "Short cream, coral and yellow strokes flowing around each other on a dark ground.",
  },
  {
    title: "Lamps across the Canal",
    artist: "pieter.vanderberg",
    tags: ["harbour"],
    terms: { personal: 240, commercial: 720 },
    watermark: "strong",
    description: "Nobody on the Lijnbaansgracht closes the curtains. Squares of warm light, one inside another.",
    alt: "A wall of orange, teal and cream rectangles, one inside another, in a dark frame.",
  },
  {
    title: "Plate in D",
    artist: "ewa_zielinska",
    tags: [],
    terms: { personal: 65, commercial: 195 },
    description: "Strew sand, draw the bow, wait. The pattern is the part of the plate that stays silent.",
    alt: "A symmetrical web of pale loops and crosses, like sand on a dark blue plate.",
  },
  {
    title: "Cherries, Two Drums",
    artist: "jiwon_park",
    tags: ["fruit", "blue", "red"],
    terms: { personal: 28, commercial: 95 },
    description: "Fluorescent red first, blue on top, and a third colour for free wherever they meet.",
    alt: "Overlapping dotted spheres in fluorescent red and blue, dark where they meet.",
  },
  {
    title: "Corrie and Scree",
    artist: "callum.mactavish",
    tags: [],
    terms: { personal: 35 },
    description: "Contours at ten metres, light from the north-west, as the old surveyors liked it.",
    alt: "A shaded relief map: green valleys and sandy ridges under fine contour lines.",
  },
  {
    title: "Incense",
    artist: "leila.haddad",
    tags: [],
    terms: { personal: 45, commercial: 140 },
    description: "Oud, ten minutes after the guests have gone.",
    alt: "Silver and black swirls like liquid metal or rising smoke.",
  },
  {
    title: "Thin Air",
    artist: "demo.artist",
    tags: ["blue"],
    terms: { personal: 45, commercial: 140 },
    description: "Blue upon blue upon blue, with a sun so pale it might be a mistake in the paper.",
    alt: "A small white sun in a pale sky above blue mountain ranges, one behind the other.",
  },
  {
    title: "River Cloth",
    artist: "anjali.rao",
    tags: ["water"],
    terms: "commercial",
    description: "A plain weave that somebody left in the stream overnight.",
    alt: "A wavy weave of blue, teal and cream bands.",
  },
  {
    title: "Thirds",
    artist: "sunniva_aas",
    tags: [],
    terms: { personal: 35 },
    description: "A musical interval made visible, slightly flat, as the old organ in our church is.",
    alt: "Thin golden lines folded like a wing on a brown-black ground.",
  },
  {
    title: "The Hill They Built",
    artist: "noor_elmasri",
    tags: ["water"],
    terms: "personal",
    description: "Each family put its house on top of the last one's. The view improved, the water had to be carried.",
    alt: "Sand-coloured cubes stacked to a hill on teal terraces in water, under an orange sun.",
  },
  {
    title: "Roadside, BR-116",
    artist: "beatriz_campos",
    tags: ["red"],
    terms: "personal",
    description: "Nobody planted any of this. Red composites, a few umbels, some stubborn ferns.",
    alt: "A row of red roadside flowers and ferns in front of a big yellow sun.",
  },
  {
    title: "Two Days' Walk",
    artist: "demo.artist",
    tags: ["blue"],
    terms: { personal: 150, commercial: 480 },
    description:
      "A long panorama for a long walk: you start among the dark trees on the near slope and finish somewhere in the pale blue.",
    alt: "A wide panorama of blue mountain ridges above dark trees, under a small white sun.",
  },
  {
    title: "Lagoon Sunrise",
    artist: "aurelio.brandi",
    tags: ["sea", "water", "morning", "green"],
    terms: { personal: 85, commercial: 260 },
    description: "Sea-green shards around a sun that seems to hum. Lead lines drawn as the cells demanded.",
    alt: "Stained glass: a pale sun in a burst of sea-green shards with dark lead lines.",
  },
  {
    title: "Cricket Song",
    artist: "haruto_minase",
    tags: ["music"],
    terms: "unavailable",
    description: "Two sounds arriving together, drawn where they agree.",
    alt: "Green and black rings bent by a second set of ripples.",
  },
  {
    title: "Forty Exercises",
    artist: "lotte.kessler",
    tags: [],
    terms: { personal: 120, commercial: 400 },
    description: "The first-year task: one square, one compass, one ruler, do not repeat yourself.",
    alt: "A grid of forty tiles, each a different pattern of circles, arcs and stripes in red, yellow, blue and black.",
  },
  {
    title: "Water Finds a Way",
    artist: "tomas_okafor",
    tags: ["water", "garden"],
    terms: { personal: 55, commercial: 165 },
    description: "A garden of channels where each square was turned by a coin toss, and the water still gets through.",
    alt: "Cream channels winding across square tiles that shift from teal to orange.",
  },
  {
    title: "Two Islands at Supper",
    artist: "marisol_vega",
    tags: ["island", "dusk"],
    terms: { personal: 25, commercial: 75 },
    description: "Seen from the table by the window, every evening for a week.",
    alt: "A setting sun between two dark islands, drawn in dots, its light broken on the sea.",
  },
  {
    title: "Mint and Peony",
    artist: "jiwon_park",
    tags: ["fruit", "flowers", "green"],
    terms: { personal: 24, commercial: 80 },
    description: "Soft spheres, coarse dots. From across the room it is fruit; up close it is weather.",
    alt: "Dotted pink and mint-green spheres in a row, dark where they overlap.",
  },
  {
    title: "Night Ferry",
    artist: "demo.artist",
    tags: ["night", "moon", "harbour", "water", "dusk"],
    terms: { personal: 75 },
    description: "The lake at the hour when the last boat has gone and the moon has the surface to itself.",
    alt: "A full moon above purple mountains and dark firs, mirrored in a lake at night.",
  },
  {
    title: "Polder, Late Summer",
    artist: "pieter.vanderberg",
    tags: ["summer"],
    terms: { personal: 320, commercial: 960 },
    description: "Fields, ditches, a few round ponds. Land that was drawn before it was walked on.",
    alt: "Fields seen from above as rectangles in orange, sand and dark blue, with four round ponds.",
  },
  {
    title: "Bazaar Basket",
    artist: "anjali.rao",
    tags: ["blue"],
    terms: "personal",
    description: "Over one, under one, with the ribbons laid on the diagonal. The teal was the last roll in the shop.",
    alt: "A diagonal basket weave of dark red, orange, cream and teal ribbons.",
  },
  {
    title: "Exposure, Forty Minutes",
    artist: "sunniva_aas",
    tags: [],
    terms: { personal: 120, commercial: 360 },
    description: "Two pendulums and a pinhole lamp in a dark room in Bodø. I only opened the shutter.",
    alt: "Fine blue light drawn as a star of loops on black.",
  },
  {
    title: "Silk from the Medina",
    artist: "leila.haddad",
    tags: ["blue", "gold"],
    terms: { personal: 70 },
    description: "Blue ink and apricot, lifted off the bath in one breath. The gold found its own way along the folds.",
    alt: "Marbled swirls of blue, black and apricot, glossy as silk.",
  },
  {
    title: "Counting Ridges",
    artist: "demo.artist",
    tags: ["red"],
    terms: "commercial",
    description:
      "I counted the ridges from the hut window and gave each one its own sheet of paper. The sun is the only thing that insisted on red.",
    alt: "Grey-green ridges fading into mist under an orange sun.",
  },
  {
    title: "Fairground at Noon",
    artist: "mireille_fontaine",
    tags: ["summer"],
    terms: { personal: 60, commercial: 180 },
    description:
      "Every circle took the largest place it could still find. The small ones arrived late and were happy anyway.",
    alt: "Circles of all sizes, striped, petalled and plain, filling a dark ground like fairground wheels.",
  },
  {
    title: "Steps to the Night Market",
    artist: "noor_elmasri",
    tags: ["night"],
    terms: "commercial",
    description: "Terraces in plum and rose, at the moment when the first lamps go on.",
    alt: "Stepped terraces seen from above at an angle, in plum, rose and peach.",
  },
  {
    title: "Evening Cloth",
    artist: "haruto_minase",
    tags: ["dusk"],
    terms: "personal",
    description: "A few dozen threads pulled gently out of true. Stand back and the plane begins to breathe.",
    alt: "Wavy dark stripes on a ground that fades from cream through orange to violet.",
  },
  {
    title: "Isle of Harrow, Sheet 1",
    artist: "callum.mactavish",
    tags: ["island"],
    terms: "personal",
    description: "There is no such island, but I could tell you where to land and which path stays dry.",
    alt: "A map of an imaginary island: sandy hills with contour lines in a pale blue sea.",
  },
  {
    title: "Playa Magenta",
    artist: "marisol_vega",
    tags: ["red"],
    terms: { personal: 40, commercial: 120 },
    watermark: "none",
    description: "Seven colours, no blends: the dots do all the work, as they did on my first computer.",
    alt: "A big pixelated sun sinking into a magenta sea, its reflection broken into bands.",
  },
  {
    title: "Samambaia",
    artist: "beatriz_campos",
    tags: [],
    terms: "personal",
    description: "The fern from my mother's bathroom, finally given the sun it always wanted.",
    alt: "Tall fern fronds in two greens in front of a peach-coloured sun.",
  },
  {
    title: "Rose Window, South Transept",
    artist: "aurelio.brandi",
    tags: ["night", "flowers", "gold"],
    terms: { personal: 90 },
    description: "Gold at the heart, then fire, then wine, then night. The old glaziers knew where to stop.",
    alt: "A round stained-glass window: yellow in the middle, then orange, red and violet, dark blue at the edge.",
  },
  {
    title: "Harbour Rush",
    artist: "kaisa.lindroos",
    tags: ["harbour"],
    terms: { personal: 95, commercial: 280 },
    description: "Everyone leaves the quay at the same time, and still nobody bumps into anybody.",
    alt: "Dashes in navy, teal, orange and pink streaming in curves across a pale ground.",
  },
  {
    title: "First Light over Tarn Hollow",
    artist: "demo.artist",
    tags: ["water", "morning"],
    terms: "personal",
    description:
      "Cut-paper ranges the colour of warm clay, stacked until the water takes over and repeats them in a slightly shakier hand.",
    alt: "A pale sun over clay-coloured mountains and dark firs, mirrored in a lake.",
  },
];
