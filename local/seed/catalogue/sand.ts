import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const NAVY: Palette = ["#12161f", "#26324a", "#f0d9a8"];
const GALLERY: Palette = ["#efe6d8", "#21343f", "#f3e2bd", "#e58f65"];
const WINE: Palette = ["#d9c7ae", "#4a1f2a", "#f6dfb6"];
const COPPER: Palette = ["#1a1210", "#7a3f26", "#ffe6c2", "#ffd0a0"];

export const sandArtworks = inStyle("sand", [
  [
    "Plate in D",
    "single",
    NAVY,
    "1:1",
    161,
    "Strew sand, draw the bow, wait. The pattern is the part of the plate that stays silent.",
  ],
  [
    "Twelve Notes",
    "set",
    GALLERY,
    "3:2",
    2,
    "A chromatic scale, one plate a note. I reached for the coral sand whenever a tone surprised me.",
    "commercial",
  ],
  ["Drumhead", "disc", WINE, "5:4", 3, "The figure a round skin makes when it is struck off-centre and then forgiven."],
  [
    "Copper, Fourth Overtone",
    "single",
    COPPER,
    "5:4",
    164,
    "Fine white sand on warm metal. The higher the tone, the tighter the lace.",
  ],
  [
    "Bell Founder's Proof",
    "disc",
    NAVY,
    "1:1",
    173,
    "Before the bronze is poured, somebody has to know where it will be quiet.",
  ],
  [
    "Octave",
    "set",
    COPPER,
    "2:1",
    167,
    "Eighteen copper plates in three rows, each tuned against its neighbour until the whole table rang.",
  ],
]);
