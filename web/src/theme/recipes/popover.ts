import { popoverAnatomy } from "@chakra-ui/react/anatomy";
import { defineSlotRecipe } from "@chakra-ui/react/styled-system";
import { layer } from "./layer.ts";

/** Not in the system: whoever opens a popover brings it along (`recipe={popover}`), off the first view. */
export const popover = defineSlotRecipe({
  className: "popover",
  slots: popoverAnatomy.keys(),
  base: {
    content: {
      ...layer,
      display: "flex",
      flexDirection: "column",
      width: "min(25rem, calc(100dvw - 2rem))",
      overflow: "hidden",
    },
    header: { px: "5", pt: "4", pb: "3", borderBottomWidth: "1px", borderColor: "border.muted" },
    title: { fontFamily: "heading", fontWeight: "bold", textStyle: "md" },
    body: { minH: "0", display: "flex", flexDirection: "column" },
  },
});
