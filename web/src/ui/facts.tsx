import { chakra } from "@chakra-ui/react";

/** Terms above their values, one pair per `div`. */
export const Facts = chakra("dl", {
  base: {
    display: "grid",
    gap: "4",
    "& dt": { textStyle: "sm", color: "fg.muted" },
    "& dd": { overflowWrap: "anywhere" },
  },
});
