import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { getListedTags, MEDIUMS, type Medium } from "#shared/mediums.ts";
import { tagPath } from "#web/ui/site-link.tsx";

const isMedium = (tag: string): tag is Medium => Object.hasOwn(MEDIUMS, tag);

/** Title of a tag's page; mediums have labels. */
export const tagTitle = (tag: string): string => (isMedium(tag) && tag !== "other" ? MEDIUMS[tag] : `#${tag}`);

const List = chakra("ul", { base: { display: "flex", flexWrap: "wrap", gap: "2", listStyle: "none" } });

/** From edge to edge on phones, with room for focus rings, which a scroll container clips. */
const ROW = {
  flexWrap: "nowrap",
  whiteSpace: "nowrap",
  overflowX: "auto",
  scrollbar: "hidden",
  paddingX: { base: "4", md: "1" },
  marginX: { base: "-4", md: "-1" },
  paddingY: "1",
  marginY: "-1",
} as const;

const TagLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "9",
    paddingX: "3.5",
    borderRadius: "full",
    background: "bg.muted",
    textStyle: "sm",
    overflowWrap: "anywhere",
    _hover: { background: "bg.emphasized" },
    focusVisibleRing: "outside",
  },
});

interface TagLinksProps {
  readonly tags: readonly string[];
  readonly medium?: Medium | null;
  readonly label?: string;
  readonly isCentered?: boolean;
  /** One horizontally scrolling line. */
  readonly isRow?: boolean;
}

/** Links to the pages of tags and a medium. */
export function TagLinks({ tags, medium = null, label = "Tags", isCentered = false, isRow = false }: TagLinksProps) {
  const listed = getListedTags(tags, medium);
  if (listed.length === 0) return null;
  return (
    <List aria-label={label} justifyContent={isCentered ? "center" : "start"} {...(isRow ? ROW : {})}>
      {listed.map((tag) => (
        <li key={tag}>
          <TagLink to={tagPath(tag)}>{tagTitle(tag)}</TagLink>
        </li>
      ))}
    </List>
  );
}
