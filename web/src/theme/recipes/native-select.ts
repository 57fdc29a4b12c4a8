import { defineSlotRecipe } from "@chakra-ui/react/styled-system";
import { input } from "./controls.ts";

/** Not in the system: each select passes it (`recipe={nativeSelect}`). */
export const nativeSelect = defineSlotRecipe({
  className: "native-select",
  slots: ["root", "field", "indicator"],
  base: {
    root: { position: "relative", width: "full", height: "fit-content" },
    field: {
      ...input.base,
      pe: "10",
      lineHeight: "normal",
      textOverflow: "ellipsis",
      cursor: "button",
      "& > option": { bg: "bg.muted", color: "fg" },
    },
    indicator: {
      position: "absolute",
      insetEnd: "3",
      top: "50%",
      transform: "translateY(-50%)",
      display: "grid",
      pointerEvents: "none",
      color: "fg.muted",
    },
  },
});
