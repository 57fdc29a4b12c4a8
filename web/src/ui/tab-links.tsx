import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

const Tab = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minHeight: "12",
    marginBottom: "-1px",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    fontFamily: "heading",
    fontWeight: "semibold",
    textStyle: { base: "sm", sm: "md" },
    color: "fg.muted",
    _hover: { color: "fg" },
    "&[aria-current]": { color: "fg", borderColor: "accent.solid" },
    focusVisibleRing: "inside",
    borderTopRadius: "l1",
    paddingX: { base: "0.5", sm: "1" },
  },
});

interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly isCurrent: boolean; readonly content: ReactNode }[];
}

/** Tabs between the lists of one page. The current one is in the URL, so that Back works. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <chakra.nav
      aria-label={label}
      display="flex"
      flexWrap="wrap"
      columnGap={{ base: "4", sm: "7" }}
      marginBottom={{ base: "6", md: "8" }}
      borderBottomWidth="1px"
      borderColor="border.muted"
    >
      {tabs.map(({ to, isCurrent, content }) => (
        <Tab key={to} to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
          {content}
        </Tab>
      ))}
    </chakra.nav>
  );
}
