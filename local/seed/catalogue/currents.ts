import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const HARBOUR: Palette = ["#f4ecdf", "#1f3b57", "#d9562f", "#e9a83a", "#7fa99b", "#efc9b4"];
const LANTERN: Palette = ["#10222e", "#f2e3c6", "#e2543a", "#4c9a9a", "#e8b04b", "#27506a"];
const BIRCH: Palette = ["#efe9e1", "#22333b", "#c6ac8f", "#5e503f", "#c44536", "#8fb1a9"];
const SORBET: Palette = ["#fdf2e9", "#e8665d", "#f6b59b", "#2f6f73", "#f2c14e", "#8fc1b5"];
const NORTH: Palette = ["#1b1f3b", "#5ec4b6", "#d7f2e3", "#8367c7", "#f2a6b8", "#2f5d8a"];

export const currentArtworks = inStyle("currents", [
  [
    "Harbour Rush",
    "calm",
    HARBOUR,
    "3:2",
    21,
    "Everyone leaves the quay at the same time, and still nobody bumps into anybody.",
  ],
  [
    "Undertow",
    "eddies",
    LANTERN,
    "4:5",
    2,
    "Cream and coral strokes caught in a dark current. Each follows the water; none may touch its neighbour.",
    "commercial",
  ],
  ["Herring Turn", "eddies", NORTH, "3:2", 23, "A shoal changing its mind under northern lights."],
  [
    "Birch Bark Code",
    "angular",
    BIRCH,
    "3:2",
    3,
    "The same wind as in the soft pieces, but allowed to blow in twelve directions only.",
  ],
  [
    "Tram Lines, Rain",
    "angular",
    LANTERN,
    "5:7",
    26,
    "Reflections of traffic on wet cobbles, straightened into the routes I know by heart.",
  ],
  ["Long Grass", "calm", BIRCH, "16:10", 27, "What a meadow does when you lie down in it and look sideways."],
  [
    "A Polite Crowd",
    "eddies",
    SORBET,
    "16:10",
    28,
    "Hundreds of strokes, one rule: keep your distance and keep moving.",
    "shown",
  ],
]);
