import { defineStyle } from "@chakra-ui/react/styled-system";

/** Shared styles of menus and popovers: a panel that floats over the page and rises as it opens. */
export const floatingPanel = defineStyle({
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

/** Placement of the header's menus: fixed like the header, so that they stay put while the page scrolls. */
export const HEADER_POSITIONING = {
  placement: "bottom-end",
  gutter: 10,
  strategy: "fixed",
  overflowPadding: 16,
} as const;
