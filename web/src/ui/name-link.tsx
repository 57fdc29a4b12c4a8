import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";

/** A link whose text is the name of its target. */
export const NameLink = chakra(Link, {
  base: {
    fontWeight: "semibold",
    overflowWrap: "anywhere",
    // Minimum target size of WCAG 2.2.
    minHeight: "6",
    borderRadius: "l1",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
  },
});
