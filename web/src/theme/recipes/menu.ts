import { menuAnatomy } from "@chakra-ui/react/anatomy";
import { defineSlotRecipe } from "@chakra-ui/react/styled-system";
import { floatingPanel } from "./floating-panel.ts";

/** Not in the system: each menu passes it (`recipe={menu}`), so that the first view doesn\'t load it. */
export const menu = defineSlotRecipe({
  className: "menu",
  slots: menuAnatomy.keys(),
  base: {
    content: {
      ...floatingPanel,
      minW: "15rem",
      overflowY: "auto",
      p: "2",
    },
    item: {
      display: "flex",
      alignItems: "center",
      gap: "3",
      px: "3",
      minH: { base: "11", md: "9" },
      borderRadius: "l2",
      textStyle: "sm",
      color: "fg",
      cursor: "button",
      userSelect: "none",
      outline: "0",
      textDecoration: "none",
      _highlighted: { bg: "bg.muted" },
      _icon: { color: "fg.muted", flexShrink: "0" },
      _disabled: { layerStyle: "disabled" },
    },
    itemGroup: { mt: "2" },
    itemGroupLabel: { px: "3", py: "1", textStyle: "xs", fontWeight: "semibold", color: "fg.muted" },
    separator: { h: "1px", my: "2", mx: "3", bg: "border.muted" },
  },
});
