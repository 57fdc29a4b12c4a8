import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const AURORA: Palette = ["#0c1020", "#234a7d", "#5fb3c9", "#f6f2d8"];
const EMBERS: Palette = ["#140b14", "#5b1a3b", "#d8573c", "#f9d48a", "#fffbe8"];
const JADE: Palette = ["#07161a", "#0f4a4a", "#3fae8f", "#e6f5c9"];
const ORCHID: Palette = ["#120d24", "#43267a", "#c25bb0", "#ffd9e8"];
const BRASS: Palette = ["#15110b", "#5a3d16", "#c9912f", "#fff0c4"];

export const pendulumArtworks = inStyle("pendulum", [
  [
    "Exposure, Forty Minutes",
    "harmonograph",
    AURORA,
    "3:2",
    91,
    "Two pendulums and a pinhole lamp in a dark room in Bodø. I only opened the shutter.",
  ],
  [
    "What the Ember Wrote",
    "attractor",
    EMBERS,
    "4:3",
    2,
    "Two and a half million positions of one restless point. It never lands in the same place twice.",
  ],
  [
    "Veil",
    "attractor",
    JADE,
    "3:2",
    103,
    "Four numbers and two lines of arithmetic; the folds are all its own idea.",
    "commercial",
  ],
  [
    "Thirds",
    "harmonograph",
    BRASS,
    "1:1",
    94,
    "A musical interval made visible, slightly flat, as the old organ in our church is.",
  ],
  [
    "Orchid, Unfolding",
    "attractor",
    ORCHID,
    "2:3",
    95,
    "The petals are places where the light kept coming back.",
    "commercial",
  ],
  [
    "Coming to Rest",
    "harmonograph",
    ORCHID,
    "4:3",
    96,
    "Every swing a little shorter than the last. There is no sadder instrument.",
  ],
  ["Slow Comet", "attractor", AURORA, "16:10", 99, "A tail with no head, or a head that is nothing but tail."],
]);
