import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const SCHOOL: Palette = ["#f1e8d8", "#1b1b1e", "#d8412f", "#e9b32c", "#2b5b9b", "#9db7b5"];
const POSTER: Palette = ["#efe3cc", "#1d1d1f", "#cf3b2b", "#e3a72f", "#28527a"];
const CANTEEN: Palette = ["#f3eee3", "#24343b", "#e07a5f", "#f2cc8f", "#81b29a", "#3d5a80"];
const PLAYROOM: Palette = ["#fbf1e0", "#2a2250", "#f25f5c", "#ffb84c", "#3aa6a0", "#f4a9b8"];
const OLIVE: Palette = ["#ece5d3", "#22261f", "#b5532b", "#d9a441", "#6f7d4f"];

export const bauhausArtworks = inStyle("bauhaus", [
  [
    "Forty Exercises",
    "grid",
    SCHOOL,
    "3:2",
    1,
    "The first-year task: one square, one compass, one ruler, do not repeat yourself.",
  ],
  [
    "Ausstellung",
    "poster",
    POSTER,
    "5:7",
    2,
    "An exhibition poster with all the words taken off. Balance does the talking.",
    "commercial",
  ],
  ["Canteen Tiles", "grid", CANTEEN, "5:4", 63, "Sage, sand and brick for a wall that sees a great deal of soup."],
  [
    "Counterweight",
    "poster",
    OLIVE,
    "3:4",
    64,
    "A heavy disc held in place by one thin bar. I moved it four millimetres and everything fell over.",
  ],
  [
    "Playroom Wall",
    "grid",
    PLAYROOM,
    "3:2",
    65,
    "Quarter circles, stripes and a few noses. My niece found eleven faces; I had drawn none.",
    "commercial",
  ],
  [
    "Semaphore",
    "stack",
    CANTEEN,
    "2:3",
    66,
    "Signals for ships that no longer come, read from the top of the mast downwards.",
  ],
  [
    "Type Case without Letters",
    "grid",
    OLIVE,
    "16:10",
    67,
    "All the furniture of a printing shop, none of the alphabet.",
  ],
]);
