import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const CHARTRES: Palette = ["#14121a", "#fff1c1", "#f9c74f", "#f3722c", "#c1272d", "#5b2a86", "#1b3b8b", "#0f2557"];
const LAGOON: Palette = ["#10161a", "#fdf3c7", "#f4d35e", "#7bc8a4", "#2a9d8f", "#1f6f8b", "#16425b", "#0b2545"];
const VESPERS: Palette = ["#17101a", "#ffe8d6", "#ffb4a2", "#e5738a", "#b5588f", "#6d4a94", "#3b3a78", "#1f2350"];
const MURANO: Palette = ["#1a1413", "#fff3d6", "#ffd27a", "#f58f5a", "#df5a4c", "#8f2f45", "#4b1d3f"];

export const glassArtworks = inStyle("glass", [
  [
    "Rose Window, South Transept",
    "rose",
    CHARTRES,
    "1:1",
    1,
    "Gold at the heart, then fire, then wine, then night. The old glaziers knew where to stop.",
  ],
  [
    "Lagoon Sunrise",
    "window",
    LAGOON,
    "4:3",
    2,
    "Sea-green shards around a sun that seems to hum. Lead lines drawn as the cells demanded.",
    "commercial",
  ],
  [
    "Vespers",
    "window",
    VESPERS,
    "2:3",
    53,
    "The last quarter of an hour in which a west window still has something to say.",
  ],
  [
    "Furnace Mouth",
    "window",
    MURANO,
    "3:2",
    55,
    "What you see for one second when they open the door of the kiln.",
    "commercial",
  ],
  [
    "Small Rose for a Stairwell",
    "rose",
    VESPERS,
    "1:1",
    56,
    "Blush and violet panes in rings, for the landing where nobody stops.",
  ],
  [
    "The Diver's Window",
    "window",
    LAGOON,
    "16:10",
    57,
    "Looking up from eight metres. The surface breaks into pieces of glass.",
    "shown",
  ],
]);
