import { defineStyle } from "@chakra-ui/react/styled-system";

/** What a menu and a popover have in common: a panel that floats over the page and rises as it opens. */
export const layer = defineStyle({
  maxH: "var(--available-height)",
  bg: "bg.panel",
  color: "fg",
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "l3",
  boxShadow: "lg",
  outline: "0",
  zIndex: "dropdown",
  _open: { animation: "rise 180ms ease-out", _motionReduce: { animation: "none" } },
});
