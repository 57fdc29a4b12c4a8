import { popoverAnatomy } from "@chakra-ui/react/anatomy";
import { defineSlotRecipe } from "@chakra-ui/react/styled-system";

/** Not in the system: whoever opens a popover brings it along (`recipe={popover}`), off the first view. */
export const popover = defineSlotRecipe({
  className: "popover",
  slots: popoverAnatomy.keys(),
  base: {
    content: {
      display: "flex",
      flexDirection: "column",
      width: "min(25rem, calc(100dvw - 2rem))",
      maxH: "var(--available-height)",
      overflow: "hidden",
      bg: "bg.panel",
      color: "fg",
      borderWidth: "1px",
      borderColor: "border",
      borderRadius: "l3",
      boxShadow: "lg",
      outline: "0",
      zIndex: "dropdown",
      _open: { animation: "rise 180ms ease-out", _motionReduce: { animation: "none" } },
    },
    header: { px: "5", pt: "4", pb: "3", borderBottomWidth: "1px", borderColor: "border.muted" },
    title: { fontFamily: "heading", fontWeight: "bold", textStyle: "md" },
    body: { minH: "0", display: "flex", flexDirection: "column" },
  },
});
