import { dialogAnatomy } from "@chakra-ui/react/anatomy";
import { defineSlotRecipe } from "@chakra-ui/react/styled-system";

/** Not in the system: each dialog passes it (`recipe={dialog}`), so that the first view doesn\'t load it. */
export const dialog = defineSlotRecipe({
  className: "dialog",
  slots: dialogAnatomy.keys(),
  base: {
    backdrop: {
      pos: "fixed",
      inset: "0",
      bg: "black/70",
      zIndex: "modal",
      _open: { animation: "appear 180ms ease-out" },
    },
    positioner: {
      display: "flex",
      alignItems: { base: "flex-end", sm: "center" },
      justifyContent: "center",
      pos: "fixed",
      inset: "0",
      p: "4",
      zIndex: "modal",
      overflow: "auto",
      overscrollBehaviorY: "none",
    },
    content: {
      w: "full",
      maxW: "28rem",
      // A dialog taller than the screen scrolls inside, because the positioner can't scroll above its start.
      maxH: "calc(100dvh - 2rem)",
      overflowY: "auto",
      display: "flex",
      flexDirection: "column",
      gap: "4",
      p: { base: "6", sm: "8" },
      bg: "bg.panel",
      borderWidth: "1px",
      borderColor: "border",
      borderRadius: "l3",
      boxShadow: "lg",
      outline: "0",
      _open: { animation: "rise 180ms ease-out", _motionReduce: { animation: "none" } },
    },
    title: { fontFamily: "heading", fontWeight: "bold", textStyle: "title" },
    description: { color: "fg.muted" },
    footer: {
      display: "flex",
      flexDirection: { base: "column-reverse", sm: "row" },
      justifyContent: "flex-end",
      gap: "3",
      mt: "2",
    },
  },
});
