import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const CLASSIC: Palette = ["#f6f1e4", "#ff5a4f", "#1f7fd1"];
const SURF: Palette = ["#f4eee0", "#00a5a0", "#ff6f91", "#ffd166"];
const PETAL: Palette = ["#f7f2e6", "#ff7a59", "#5b4fc9", "#ffc93c"];
const MINT: Palette = ["#f5f2e8", "#2fbf8f", "#f25f8c"];
const NIGHTSHIFT: Palette = ["#f3efe3", "#3b5bdb", "#ff8f3f", "#f25f8c"];

export const risoArtworks = inStyle("riso", [
  [
    "Cherries, Two Drums",
    "fruit",
    CLASSIC,
    "4:5",
    141,
    "Fluorescent red first, blue on top, and a third colour for free wherever they meet.",
  ],
  [
    "Third Wave",
    "tide",
    SURF,
    "5:7",
    2,
    "Teal, pink and yellow passed through the machine on a humid day, which is why nothing lines up.",
    "commercial",
  ],
  [
    "Balloon Flower",
    "bloom",
    PETAL,
    "1:1",
    3,
    "Doraji from the hills behind Chuncheon, in three inks it has never worn before.",
  ],
  [
    "Mint and Peony",
    "fruit",
    MINT,
    "3:2",
    144,
    "Soft spheres, coarse dots. From across the room it is fruit; up close it is weather.",
  ],
  ["Spare Petals", "bloom", NIGHTSHIFT, "5:4", 146, "A test sheet that came out better than the edition."],
  [
    "Han River, 35 Degrees",
    "tide",
    CLASSIC,
    "16:10",
    147,
    "Heat shimmer in red and blue. Edition of as many as you like.",
  ],
]);
