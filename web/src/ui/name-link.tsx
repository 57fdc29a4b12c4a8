import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { MESSAGES } from "#shared/messages.ts";
import type { Person } from "#shared/model/account.ts";
import { profilePath } from "./site-link.tsx";

/** A link whose text is the name of the person or thing that it leads to. */
export const NameLink = chakra(Link, {
  base: {
    fontWeight: "semibold",
    overflowWrap: "anywhere",
    // As high as a finger needs beside its neighbour (WCAG 2.2, target size).
    minHeight: "6",
    borderRadius: "l1",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
  },
});

/** A link to a person's profile; a deleted account shows a text instead. */
export function PersonName({ person: { name } }: { readonly person: Person }) {
  if (name === null) return <chakra.span color="fg.muted">{MESSAGES.deletedUser}</chakra.span>;
  return <NameLink to={profilePath(name)}>{name}</NameLink>;
}
