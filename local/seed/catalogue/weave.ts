import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const BAZAAR: Palette = ["#1c1420", "#d9482b", "#f0b23e", "#1f6f78", "#f3e3c8", "#7a2740"];
const DENIM: Palette = ["#16202c", "#2f5d7c", "#e6d3b3", "#c8694a", "#87a8a4", "#f2ece0"];
const MONSOON: Palette = ["#101b22", "#1f4e5f", "#3e8e8c", "#a7c9b8", "#f1e6cf", "#d98f4e"];
const LOTUS: Palette = ["#2a1626", "#e58aa0", "#f6c9bd", "#8f3b63", "#f7ecdf", "#5f7d6b"];
const CLAY: Palette = ["#20160f", "#b0542f", "#e0a458", "#efe0c4", "#6b3a2a", "#7f8a5c"];

export const weaveArtworks = inStyle("weave", [
  [
    "Bazaar Basket",
    "basket",
    BAZAAR,
    "3:2",
    1,
    "Over one, under one, with the ribbons laid on the diagonal. The teal was the last roll in the shop.",
  ],
  ["River Cloth", "sway", DENIM, "4:3", 2, "A plain weave that somebody left in the stream overnight.", "commercial"],
  [
    "Monsoon Twill",
    "twill",
    MONSOON,
    "3:4",
    113,
    "Over two, stepping one to the side each row: rain has always fallen in twill.",
  ],
  [
    "Lotus Selvedge",
    "basket",
    LOTUS,
    "3:2",
    114,
    "Pinks from the temple tank at Pushkar, edged with a leaf green that holds them together.",
  ],
  [
    "Clay Road, Dry Season",
    "sway",
    CLAY,
    "3:2",
    115,
    "Terracotta bands that bend where the carts have always turned.",
    "commercial",
  ],
  [
    "Wedding Ribbon",
    "twill",
    BAZAAR,
    "5:7",
    116,
    "Wine and teal for the two families, gold for the aunts who did the counting.",
  ],
  ["Hammock", "sway", LOTUS, "16:10", 117, "Cloth remembering the shape of an afternoon nap."],
]);
