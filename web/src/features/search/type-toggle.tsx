import { chakra, Flex } from "@chakra-ui/react";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import type { SearchType } from "./search-address.ts";

const TYPE_NAMES: Readonly<Record<SearchType, string>> = { artwork: "Artwork", users: "Users" };

const Choice = chakra("label", {
  base: {
    display: "grid",
    placeItems: "center",
    paddingX: "3",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
    cursor: "button",
    color: "fg.muted",
    "&:has(input:checked)": { color: "fg", background: "bg.emphasized" },
    "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "accent.focusRing" },
  },
});

/** With large text the toggle moves below the box. */
export const NARROW_BOX = "@container (max-width: 17rem)";

interface TypeToggleProps {
  readonly type: SearchType;
  readonly onChange: (type: SearchType) => void;
}

/** Chooses between artwork and users. */
export function TypeToggle({ type, onChange }: TypeToggleProps) {
  return (
    <Flex
      position="absolute"
      insetEnd="1.5"
      top="1.5"
      bottom="1.5"
      gap="0.5"
      css={{ [NARROW_BOX]: { position: "static", marginTop: "2", height: "8" } }}
      role="radiogroup"
      aria-label="Search for"
    >
      {SEARCH_TYPES.map((one) => (
        <Choice key={one}>
          <chakra.input
            type="radio"
            name="t"
            value={one}
            checked={type === one}
            onChange={() => onChange(one)}
            srOnly
          />
          {TYPE_NAMES[one]}
        </Choice>
      ))}
    </Flex>
  );
}
