import { popoverAnatomy } from "@chakra-ui/react/anatomy";
import { defineSlotRecipe } from "@chakra-ui/react/styled-system";
import { floatingPanel } from "./floating-panel.ts";

/** Not in the system: each popover passes it (`recipe={popover}`), so that the first view doesn\'t load it. */
export const popover = defineSlotRecipe({
  className: "popover",
  slots: popoverAnatomy.keys(),
  base: {
    content: {
      ...floatingPanel,
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
