import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const DUSK: Palette = ["#31456f", "#f7c59f", "#fff0cf", "#b98ea0", "#1d2340"];
const MIST: Palette = ["#9cc3c9", "#f5ead7", "#f2704f", "#a9c4bd", "#14393f"];
const VIOLET: Palette = ["#17153b", "#c8acd6", "#fdf3e7", "#6f5a9e", "#120f2b"];
const EMBER: Palette = ["#e8755a", "#fbd9a5", "#fff7e0", "#d9805f", "#3d1a2b"];
const GLACIER: Palette = ["#5b8fb9", "#e6f0f2", "#fffdf5", "#a8c6d8", "#12304f"];
const MOSS: Palette = ["#dfe3c8", "#f6efd9", "#e9b44c", "#a7b48a", "#24382b"];
const ROSE: Palette = ["#c9d6df", "#fbe3d6", "#e5667a", "#d8a7b1", "#3b2748"];

export const mountainArtworks = inStyle("mountains", [
  [
    "First Light over Tarn Hollow",
    "lake",
    EMBER,
    "3:2",
    4,
    "Cut-paper ranges the colour of warm clay, stacked until the water takes over and repeats them in a slightly shakier hand.",
  ],
  [
    "Counting Ridges",
    "bare",
    MIST,
    "4:5",
    2,
    "I counted the ridges from the hut window and gave each one its own sheet of paper. The sun is the only thing that insisted on red.",
    "commercial",
  ],
  [
    "Where the Spruces Stop",
    "forest",
    DUSK,
    "3:2",
    1,
    "Above the tree line everything turns lilac. Below it, the forest keeps its own time.",
  ],
  [
    "Night Ferry",
    "lake",
    VIOLET,
    "16:10",
    3,
    "The lake at the hour when the last boat has gone and the moon has the surface to itself.",
  ],
  [
    "Thin Air",
    "bare",
    GLACIER,
    "2:3",
    15,
    "Blue upon blue upon blue, with a sun so pale it might be a mistake in the paper.",
    "commercial",
  ],
  [
    "The Valley Keeps Its Fog",
    "forest",
    MOSS,
    "3:2",
    6,
    "A damp October morning, moss green and mustard, when the fog forgot to lift until noon.",
  ],
  [
    "Rosehip Season",
    "bare",
    ROSE,
    "3:4",
    7,
    "Pink haze, plum shadows. Made in the week the hedges along the pass turned red.",
  ],
  [
    "Two Days' Walk",
    "forest",
    GLACIER,
    "2:1",
    8,
    "A long panorama for a long walk: you start among the dark trees on the near slope and finish somewhere in the pale blue.",
    "commercial",
  ],
  [
    "Smoke from the Far Side",
    "forest",
    EMBER,
    "4:3",
    9,
    "Someone is burning vine cuttings beyond the last ridge, and the whole afternoon goes amber.",
  ],
  [
    "Mirror, Slightly Broken",
    "lake",
    MIST,
    "5:7",
    10,
    "A reflection that never quite agrees with what it reflects. Teal paper, one coral sun and its echo.",
  ],
  [
    "Lilac Hour",
    "lake",
    ROSE,
    "3:2",
    11,
    "Ten minutes of colour after sunset, slowed down so that there is time to look.",
  ],
  [
    "Study for a Winter Poster",
    "bare",
    VIOLET,
    "3:4",
    12,
    "Purple ranges under a chalk moon. The lettering never came, and I think it is better without.",
    "shown",
  ],
]);
