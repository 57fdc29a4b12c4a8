import { chakra } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";

const Tab = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    flexShrink: 0,
    minHeight: "12",
    whiteSpace: "nowrap",
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

/**
 * Tabs between the lists of one page, in one line that scrolls to the edge of a narrow window. The current one is in the URL,
 * so that Back works.
 */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const bar = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each current tab, which may be out of view
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab && bar.current) bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <chakra.nav
      ref={bar}
      aria-label={label}
      position="relative"
      display="flex"
      _print={{ display: "none" }}
      columnGap={{ base: "4", sm: "7" }}
      marginX={{ base: "-4", md: "0" }}
      paddingX={{ base: "4", md: "0" }}
      marginBottom={{ base: "6", md: "8" }}
      overflowX="auto"
      scrollbar="hidden"
      // Within the scrolled box, where the current tab's line covers it.
      boxShadow="inset 0 -1px 0 {colors.border.muted}"
    >
      {tabs.map(({ to, isCurrent, content }) => (
        <Tab key={to} to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
          {content}
        </Tab>
      ))}
    </chakra.nav>
  );
}
