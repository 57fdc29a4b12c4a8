import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const KILN: Palette = ["#0f2540", "#1d4f63", "#f9e4b7", "#f19a5b", "#d8443c"];
const PAPER: Palette = ["#f6efe2", "#f0d9c4", "#14213d", "#315c72", "#c8553d"];
const NEON: Palette = ["#201335", "#4a1f56", "#f7b267", "#f4845f", "#f25c54"];
const PALM: Palette = ["#fbf3df", "#f3d9a4", "#0f5c56", "#2f8f7a", "#e07a5f"];
const COBALT: Palette = ["#eef1ee", "#d7e3ea", "#1d3fae", "#3b74d6", "#12204d"];

export const truchetArtworks = inStyle("truchet", [
  [
    "Harmattan Maze",
    "maze",
    KILN,
    "3:2",
    31,
    "Two mazes share one surface. Put a finger on the orange and you will never meet the blue.",
  ],
  [
    "Courtyards",
    "maze",
    PAPER,
    "4:3",
    2,
    "Large rooms, small rooms, and corridors between them, seen from a kite.",
    "commercial",
  ],
  [
    "Okra Seeds",
    "maze",
    PALM,
    "5:7",
    33,
    "Tiles in four sizes, cut in half and in half again until they look like something growing.",
  ],
  [
    "Talking Drum",
    "rings",
    NEON,
    "3:2",
    3,
    "Arcs that pass a rhythm from tile to tile. Follow one line and it brings you home.",
  ],
  [
    "Indigo Pit",
    "rings",
    COBALT,
    "5:4",
    35,
    "After the dye pits of Kano: five centuries of blue on one cloth.",
    "commercial",
  ],
  ["Market Day, from Above", "maze", NEON, "16:10", 36, "Awnings, umbrellas, alleys. The sun sets from left to right."],
  [
    "Water Finds a Way",
    "rings",
    PALM,
    "3:2",
    37,
    "A garden of channels where each square was turned by a coin toss, and the water still gets through.",
  ],
]);
