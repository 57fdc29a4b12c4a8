import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const SHADE: Palette = ["#f5efe2", "#f0b89a", "#2f5d50", "#5c8a64", "#1f3f44", "#d9573b"];
const MOONLIT: Palette = ["#1d2b2f", "#e9c27c", "#8fb59b", "#5f9384", "#c7d3a8", "#e8714f"];
const MEADOW: Palette = ["#f3e9d8", "#f3c65f", "#44654b", "#6f8f5a", "#2f4a3f", "#c8455a"];
const BLUSH: Palette = ["#fbeee6", "#e9a6a1", "#6b4a5e", "#9a6b7b", "#3f3350", "#e0824f"];

export const plantArtworks = inStyle("plants", [
  ["Samambaia", "fern", SHADE, "5:7", 1, "The fern from my mother's bathroom, finally given the sun it always wanted."],
  [
    "Moon Eucalyptus",
    "branch",
    MOONLIT,
    "4:5",
    2,
    "Three cuttings against a low moon, berries still on.",
    "commercial",
  ],
  [
    "Roadside, BR-116",
    "meadow",
    MEADOW,
    "3:2",
    3,
    "Nobody planted any of this. Red composites, a few umbels, some stubborn ferns.",
  ],
  [
    "Blush Herbarium",
    "branch",
    BLUSH,
    "3:4",
    134,
    "Pressed between two novels and forgotten until the leaves had turned mauve.",
  ],
  ["Night Garden Guests", "meadow", MOONLIT, "16:10", 136, "What the moths see when they come to dinner."],
  ["The Windowsill in August", "meadow", BLUSH, "3:2", 137, "Overwatered, overgrown, loved."],
]);
