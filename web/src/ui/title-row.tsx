import { chakra } from "@chakra-ui/react";

/** A list's title and its controls, side by side if they fit. */
export const TitleRow = chakra("header", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    marginBottom: { base: "5", md: "6" },
  },
});
