import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const POLDER: Palette = ["#f4ede1", "#d86f52", "#e7b070", "#5d7f8c", "#24475b", "#e9d3b6", "#9fb1a1"];
const LAMP: Palette = ["#1c1b22", "#c8553d", "#f28f3b", "#ffd5a6", "#588b8b", "#2d4f5c"];
const LINEN: Palette = ["#f7f2ea", "#2f3e67", "#8191b5", "#e6b8a2", "#d98c75", "#f0dcc6"];
const HERB: Palette = ["#f3f0e4", "#3f5e4f", "#7f9f7a", "#c9d3a9", "#e3b765", "#b9653f"];
const MADDER: Palette = ["#f5e9e0", "#7a2233", "#b8434e", "#e39a85", "#f1cbb1", "#3f3142"];

export const panelArtworks = inStyle("panels", [
  [
    "Polder, Late Summer",
    "wash",
    POLDER,
    "3:2",
    1,
    "Fields, ditches, a few round ponds. Land that was drawn before it was walked on.",
  ],
  [
    "Lamps across the Canal",
    "nested",
    LAMP,
    "16:10",
    2,
    "Nobody on the Lijnbaansgracht closes the curtains. Squares of warm light, one inside another.",
    "commercial",
  ],
  ["Linen Cupboard", "stripes", LINEN, "4:5", 3, "Folded, ironed, sorted by blue. A portrait of my aunt."],
  [
    "Herb Garden, Plan",
    "wash",
    HERB,
    "5:4",
    84,
    "Sage in the north bed, marigold by the path, and one square left empty for luck.",
  ],
  [
    "Madder Root",
    "nested",
    MADDER,
    "5:4",
    85,
    "Four baths of the same dye, each weaker than the last, set one within the other.",
  ],
  [
    "Letter with the Words Removed",
    "stripes",
    MADDER,
    "3:4",
    86,
    "Only the ruled lines stayed, and the warmth of the paper.",
    "shown",
  ],
  [
    "Slow Tuesday",
    "wash",
    LINEN,
    "16:10",
    87,
    "Two meetings cancelled. The afternoon fell into large quiet rectangles.",
    "commercial",
  ],
]);
