import { chakra } from "@chakra-ui/react";

/** Two figures to be compared, each a picture above its caption. */
export const SideBySide = chakra("div", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    "& figure": { display: "grid", gap: "2", alignContent: "start" },
    "& figure > :first-of-type": { borderRadius: "l2", overflow: "hidden" },
    "& figure > img": { width: "full", background: "bg.muted" },
    "& figcaption": { textStyle: "sm", color: "fg.muted", overflowWrap: "anywhere" },
  },
});
