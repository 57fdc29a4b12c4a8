import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const MAGENTA: Palette = ["#1f1147", "#5b2a86", "#c2437a", "#f47c57", "#fbc06a", "#fff0b3", "#2a1246"];
const SIESTA: Palette = ["#86c5c9", "#c5dfc9", "#f6e6b8", "#f4b183", "#e2543a", "#3a2a3d"];
const ISLA: Palette = ["#0b2a4a", "#1d5f7a", "#5fa8a0", "#f0d9a0", "#f7a072", "#fff4d6", "#0a1c33"];
const PAPAYA: Palette = ["#ffcf99", "#ffb085", "#ff8a73", "#f46a6a", "#fff3d1", "#7a2f4f"];
const CHALK: Palette = ["#25304f", "#51618c", "#9a9cc0", "#e3b9c0", "#ffe0c7", "#fff6e6", "#1b2238"];

export const sunArtworks = inStyle("suns", [
  [
    "Playa Magenta",
    "sea",
    MAGENTA,
    "3:2",
    1,
    "Seven colours, no blends: the dots do all the work, as they did on my first computer.",
  ],
  [
    "Red Sun, Long Shadow",
    "dunes",
    SIESTA,
    "4:5",
    2,
    "Four in the afternoon and nobody about. Even the dunes lie down.",
  ],
  [
    "Two Islands at Supper",
    "isles",
    ISLA,
    "16:10",
    3,
    "Seen from the table by the window, every evening for a week.",
    "commercial",
  ],
  [
    "Sierra de Arena",
    "dunes",
    MAGENTA,
    "3:2",
    105,
    "Purple sand that still holds the day's heat in its upper edges.",
    "commercial",
  ],
  [
    "Chalk Moon, Cold Bay",
    "isles",
    CHALK,
    "3:4",
    106,
    "The same dots, another latitude. Lavender water and a moon like a thumbprint.",
  ],
  ["Last Swim", "sea", ISLA, "16:10", 107, "You go in for five minutes and come out under a different sky."],
  [
    "Road to San Ignacio",
    "dunes",
    PAPAYA,
    "16:10",
    108,
    "Window down, radio off, the horizon turning over like a page.",
  ],
]);
