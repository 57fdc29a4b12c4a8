import { chakra } from "@chakra-ui/react";
import { Link, type LinkProps } from "react-router-dom";

const Segment = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "10",
    paddingX: "4",
    borderRadius: "full",
    fontWeight: "semibold",
    textStyle: "sm",
    color: "fg.muted",
    _hover: { color: "fg" },
    "&[aria-current]": { background: "bg.emphasized", color: "fg" },
    focusVisibleRing: "outside",
  },
});

/** One of a few views of a page, each with its own URL. */
export function SegmentLink({ isCurrent, ...link }: LinkProps & { readonly isCurrent: boolean }) {
  return <Segment aria-current={isCurrent ? "true" : undefined} preventScrollReset {...link} />;
}

/** The bar around segments, one of which is always current. */
export const SegmentLinks = chakra("nav", {
  base: { display: "flex", flexWrap: "wrap", padding: "1", borderRadius: "full", background: "bg.subtle" },
});
