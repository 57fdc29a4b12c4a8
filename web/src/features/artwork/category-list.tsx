import { chakra, Heading } from "@chakra-ui/react";
import { useId } from "react";
import { Link } from "react-router-dom";
import type { Category } from "#shared/model/artwork.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { tagPath } from "#web/ui/site-link.tsx";
import { LATER_PICTURES } from "./grid-style.ts";
import { tagTitle } from "./tag-links.tsx";

const List = chakra("ul", {
  base: {
    display: "flex",
    flexWrap: { base: "nowrap", md: "wrap" },
    gap: "3",
    overflowX: { base: "auto", md: "visible" },
    overscrollBehaviorX: "contain",
    scrollbar: "hidden",
    // On phones the row scrolls from edge to edge, with room for focus rings.
    paddingX: { base: "4", md: "0" },
    marginX: { base: "-4", md: "0" },
    paddingY: { base: "1", md: "0" },
    marginY: { base: "-1", md: "0" },
    listStyle: "none",
  },
});

const Item = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    height: "full",
    padding: "2",
    paddingEnd: "5",
    borderRadius: "l2",
    background: "bg.subtle",
    fontWeight: "semibold",
    whiteSpace: "nowrap",
    _hover: { background: "bg.muted" },
    focusVisibleRing: "outside",
  },
});

const Cell = chakra("li", { base: { flexShrink: 0, maxWidth: "full", ...LATER_PICTURES } });

/** Links to mediums and tags, each with a picture; a horizontally scrolling row on phones. */
export function CategoryList({ categories }: { readonly categories: readonly Category[] }) {
  const id = useId();
  if (categories.length === 0) return null;
  return (
    <chakra.section aria-labelledby={id} marginBottom={{ base: "7", md: "8" }}>
      <Heading as="h2" size="lg" id={id} lineHeight="2.75rem" marginBottom="2">
        Explore
      </Heading>
      <List aria-labelledby={id}>
        {categories.map(({ tag, artwork }) => (
          <Cell key={tag} data-first-from="never">
            <Item to={tagPath(tag)}>
              <Thumbnail picture={artwork} side="3.5rem" />
              {tagTitle(tag)}
            </Item>
          </Cell>
        ))}
      </List>
    </chakra.section>
  );
}
