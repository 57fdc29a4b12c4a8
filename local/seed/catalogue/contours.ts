import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const ISLE: Palette = ["#2a3a3a", "#9cc4c8", "#d9dcb6", "#e8d7a0", "#c98f5f", "#f4eee2"];
const SURVEY: Palette = ["#3a2a2a", "#5f8f7f", "#b3c29a", "#ecdcae", "#d28f68", "#f9f0e6"];
const NIGHT: Palette = ["#e9c46a", "#0f2a3a", "#17435a", "#0f2a3a"];
const PEAT: Palette = ["#2b2320", "#6f7a5a", "#a89f6c", "#d8c59a", "#8d5a44", "#efe6d6"];
const ICE: Palette = ["#1f3346", "#7fb0c6", "#cfe3e6", "#eef3ee", "#b9cbd6", "#ffffff"];
const CORAL: Palette = ["#fff1e0", "#c8553d", "#d96c4f", "#b5412f"];

export const contourArtworks = inStyle("contours", [
  [
    "Isle of Harrow, Sheet 1",
    "island",
    ISLE,
    "3:2",
    121,
    "There is no such island, but I could tell you where to land and which path stays dry.",
  ],
  [
    "Corrie and Scree",
    "massif",
    SURVEY,
    "4:3",
    2,
    "Contours at ten metres, light from the north-west, as the old surveyors liked it.",
  ],
  [
    "Gold Line Survey",
    "plain",
    NIGHT,
    "2:3",
    3,
    "Only the lines, in gold, on the blue of the sleeping car.",
    "commercial",
  ],
  ["Peat Country", "massif", PEAT, "3:2", 124, "Brown water, brown grass, brown tea. Bring a second pair of socks."],
  [
    "Skerry in Winter",
    "island",
    ICE,
    "3:2",
    125,
    "White ground above cold shallows; the soundings continue under the ice.",
    "commercial",
  ],
  [
    "Terracotta Relief",
    "plain",
    CORAL,
    "5:7",
    126,
    "Cream contour lines on fired clay, like a thumb drawn across a wet pot.",
  ],
  [
    "Island without a Name",
    "island",
    SURVEY,
    "16:10",
    127,
    "I keep the naming rights. Offers in writing, please.",
    "shown",
  ],
]);
