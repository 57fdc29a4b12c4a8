import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";

/** A link whose text is the name of the person or thing that it leads to. */
export const NameLink = chakra(Link, {
  base: {
    fontWeight: "semibold",
    overflowWrap: "anywhere",
    // As high as a finger needs beside its neighbour (WCAG 2.2, target size).
    minHeight: "6",
    borderRadius: "l1",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
  },
});
