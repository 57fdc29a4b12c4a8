import { inStyle, type Palette } from "#local/seed/demo-artwork.ts";

const MEDINA: Palette = ["#0d1b2a", "#1b4965", "#62b6cb", "#f1e3d3", "#e8a87c", "#d8b45a"];
const FIG: Palette = ["#f3e9dc", "#e3b8a0", "#b5586a", "#4a2545", "#f7efe6"];
const SMOKE: Palette = ["#101418", "#2c3e50", "#8fa6b2", "#f3efe8", "#ffffff"];
const MALACHITE: Palette = ["#062c2a", "#0f5c4f", "#3f9f7f", "#bfe0c2", "#f4f1df", "#e6c777"];
const SAFFRON: Palette = ["#fff4de", "#f6c667", "#e8833a", "#a63d2f", "#4a1c24", "#fff0cf"];

export const marbleArtworks = inStyle("marble", [
  [
    "Silk from the Medina",
    "silk",
    MEDINA,
    "3:2",
    1,
    "Blue ink and apricot, lifted off the bath in one breath. The gold found its own way along the folds.",
  ],
  ["Split Fig", "agate", FIG, "5:4", 2, "Banded like stone, soft like fruit.", "commercial"],
  ["Incense", "smoke", SMOKE, "3:2", 3, "Oud, ten minutes after the guests have gone."],
  [
    "Malachite Drawer",
    "agate",
    MALACHITE,
    "1:1",
    154,
    "Polished green rings from a mineral collection that I was not supposed to touch.",
  ],
  [
    "Saffron Bath",
    "silk",
    SAFFRON,
    "3:4",
    155,
    "Marbling water on the day the orange would not stop spreading.",
    "commercial",
  ],
  [
    "Endpapers for a Long Novel",
    "silk",
    MALACHITE,
    "5:7",
    156,
    "Meant for the inside cover, where a book may be as vain as it likes.",
  ],
  [
    "Storm over the Strait",
    "smoke",
    MEDINA,
    "16:10",
    157,
    "Tangier, February: the sky poured into the sea and somebody stirred.",
  ],
]);
