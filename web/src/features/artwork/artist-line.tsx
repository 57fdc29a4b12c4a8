import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { MESSAGES } from "#shared/messages.ts";
import type { Person } from "#shared/model/account.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { profilePath } from "#web/ui/site-link.tsx";

const Line = chakra("div", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "3",
    minHeight: "11",
    fontWeight: "medium",
    "& a": { borderRadius: "l1", focusVisibleRing: "outside", _hover: { textDecoration: "underline" } },
  },
});

/** Who made it; an account that is gone leaves a name that says so. */
export function ArtistLine({ artist }: { readonly artist: Person }) {
  const name = artist.name ?? MESSAGES.deletedUser;
  return (
    <Line>
      <Avatar src={artist.avatar} name={artist.name ?? ""} size="2.5rem" />
      {artist.name ? <Link to={profilePath(artist.name)}>{name}</Link> : <span>{name}</span>}
    </Line>
  );
}
