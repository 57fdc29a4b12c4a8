import { menuAnatomy } from "@chakra-ui/react/anatomy";
import { defineSlotRecipe } from "@chakra-ui/react/styled-system";

/** Not in the system: whoever opens a menu brings it along (`recipe={menu}`), off the first view. */
export const menu = defineSlotRecipe({
  className: "menu",
  slots: menuAnatomy.keys(),
  base: {
    content: {
      minW: "15rem",
      maxH: "var(--available-height)",
      overflowY: "auto",
      p: "2",
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
    item: {
      display: "flex",
      alignItems: "center",
      gap: "3",
      px: "3",
      minH: "11",
      borderRadius: "l2",
      textStyle: "sm",
      color: "fg",
      cursor: "button",
      userSelect: "none",
      outline: "0",
      textDecoration: "none",
      _highlighted: { bg: "bg.muted" },
      _icon: { boxSize: "4.5", color: "fg.muted", flexShrink: "0" },
      _disabled: { layerStyle: "disabled" },
    },
    separator: { h: "1px", my: "2", mx: "3", bg: "border.muted" },
  },
});
