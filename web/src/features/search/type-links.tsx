import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import { type SearchAddress, searchPath } from "./search-address.ts";
import { TYPE_NAMES } from "./type-toggle.tsx";

const Choice = chakra(Link, {
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

/** The same words looked for among artwork or among users; each has an address of its own. */
export function TypeLinks({ query, type }: SearchAddress) {
  return (
    <chakra.nav aria-label="Search for" display="flex" padding="1" borderRadius="full" background="bg.subtle">
      {SEARCH_TYPES.map((choice) => (
        <Choice
          key={choice}
          to={searchPath({ query, type: choice })}
          aria-current={choice === type ? "true" : undefined}
          replace
          preventScrollReset
        >
          {TYPE_NAMES[choice]}
        </Choice>
      ))}
    </chakra.nav>
  );
}
