import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const OCHRE: Palette = ["#f6d7b0", "#f2a989", "#8c4a5a", "#d9745f", "#f0a878", "#f8dcb4"];
const DELTA: Palette = ["#bfe0e2", "#f5ecd9", "#2f6f7e", "#5aa3a0", "#f0d6a8", "#f28f6b"];
const CALL: Palette = ["#221c3a", "#4b2e5c", "#31275a", "#6a3f8f", "#d76d8a", "#f8c6a0"];
const LIME: Palette = ["#dfe9e4", "#f7f3e8", "#7f9a97", "#c3cfc2", "#f2e8d2", "#e3a05f"];
const NUBIA: Palette = ["#f9e3c2", "#f6c28b", "#1f5a78", "#3f8fa8", "#f4b860", "#e4673f"];

export const blockArtworks = inStyle("blocks", [
  [
    "Roofs, Four o'Clock",
    "town",
    OCHRE,
    "3:2",
    1,
    "From the minaret the town is all one staircase, and everyone's laundry is on it.",
  ],
  [
    "The Hill They Built",
    "hill",
    DELTA,
    "4:5",
    2,
    "Each family put its house on top of the last one's. The view improved, the water had to be carried.",
  ],
  [
    "Steps to the Night Market",
    "steps",
    CALL,
    "16:10",
    3,
    "Terraces in plum and rose, at the moment when the first lamps go on.",
    "commercial",
  ],
  [
    "White Quarter",
    "town",
    LIME,
    "4:3",
    174,
    "Limewash every spring. By autumn you can tell the careful households from the others.",
  ],
  ["Nubian Hill", "hill", NUBIA, "3:2", 175, "Blue below for the river, saffron above for the hour.", "commercial"],
  ["Terraces above the Quay", "steps", DELTA, "3:2", 176, "Rice, tea or theatre seats: I never decided."],
  ["Fort Town, Dusk", "hill", CALL, "3:4", 177, "A lit crown on dark shoulders. The gate closes at nine."],
]);
