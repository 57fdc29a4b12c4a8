import { chakra } from "@chakra-ui/react";

/** Terms over their values, one pair in each `div`. */
export const Facts = chakra("dl", {
  base: {
    display: "grid",
    gap: "4",
    "& dt": { textStyle: "sm", color: "fg.muted" },
    "& dd": { overflowWrap: "anywhere" },
  },
});
