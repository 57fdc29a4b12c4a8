import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const EVENING: Palette = ["#0f1226", "#f6e7cb", "#f2a65a", "#ee5d6c", "#7b4bb7"];
const SHORE: Palette = ["#f5f0e6", "#0f3d5e", "#12727a", "#e2674a"];
const SUMI: Palette = ["#f2ead9", "#161616", "#2b2b2b"];
const MATCHA: Palette = ["#12251f", "#f0ead2", "#adc178", "#5fa777", "#dde5b6"];

export const lineArtworks = inStyle("lines", [
  [
    "Evening Cloth",
    "swell",
    EVENING,
    "3:2",
    1,
    "A few dozen threads pulled gently out of true. Stand back and the plane begins to breathe.",
  ],
  [
    "Bell under Water",
    "sphere",
    SHORE,
    "4:5",
    2,
    "Something round lies beneath the surface; only the lines know its shape.",
  ],
  [
    "Two Stones",
    "rings",
    SUMI,
    "3:2",
    3,
    "One pond, two stones, thrown a heartbeat apart. Ink black on rice paper.",
    "commercial",
  ],
  [
    "Tea Field Contour",
    "swell",
    MATCHA,
    "2:3",
    74,
    "The hedges of Uji as the morning train sees them, too fast to count.",
  ],
  ["Cricket Song", "rings", MATCHA, "3:2", 76, "Two sounds arriving together, drawn where they agree."],
  ["Sleeping Planet", "sphere", EVENING, "3:2", 77, "A globe turned over in its sleep and took the blanket along."],
  ["Sea, No Horizon", "swell", SHORE, "16:10", 78, "I removed the sky to see whether the water would notice."],
]);
