import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const FAIR: Palette = ["#16213a", "#f3d9a4", "#e4572e", "#4fa3a5", "#f2f0e6", "#d98e73", "#31568a"];
const BISTRO: Palette = ["#f3ede2", "#22304f", "#dd5b3b", "#e8b54d", "#5e8c7d", "#b9cfd0"];
const PLUM: Palette = ["#2a1730", "#f4b6a6", "#d95d76", "#f3e3d0", "#8a4f7d", "#f0a04b"];
const POOL: Palette = ["#e4efe9", "#0f4c5c", "#e36414", "#fb8b24", "#5f9ea0", "#9a031e"];
const BUTTON: Palette = ["#24302b", "#e9dcc0", "#c9a24b", "#7c9a7e", "#b5533c", "#f2efe4"];

export const orbitArtworks = inStyle("orbits", [
  [
    "Fairground at Noon",
    "field",
    FAIR,
    "3:2",
    1,
    "Every circle took the largest place it could still find. The small ones arrived late and were happy anyway.",
  ],
  [
    "Planet of Small Moons",
    "planet",
    BISTRO,
    "5:4",
    2,
    "A world made of its own satellites, each with a different holiday.",
  ],
  [
    "Grandmother's Button Tin",
    "field",
    BUTTON,
    "3:2",
    43,
    "Brass, horn, bottle green. I was allowed to sort them but never to take one.",
    "commercial",
  ],
  ["Plum Jam, Eleven Jars", "field", PLUM, "5:7", 44, "The view straight down into the preserving pan."],
  [
    "Public Baths",
    "planet",
    POOL,
    "1:1",
    45,
    "Tiles, rubber rings and bathing caps, gathered into one round pool.",
    "commercial",
  ],
  ["Night Bus Window", "planet", FAIR, "3:4", 46, "City lights held together by a circle of breath on cold glass."],
  [
    "Confetti, the Morning After",
    "field",
    BISTRO,
    "16:10",
    47,
    "Swept into a drift by the café door, too pretty to throw away.",
  ],
]);
