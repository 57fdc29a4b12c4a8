import { chakra } from "@chakra-ui/react";

/** A list's title and what changes the list, beside each other where there is room. */
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
