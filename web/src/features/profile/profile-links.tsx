import { chakra, Link } from "@chakra-ui/react";
import { Link as LinkIcon } from "lucide-react";

/** Where a link leads, without what every address has. */
function linkLabel(link: string): string {
  const { hostname, pathname, search } = new URL(link);
  return `${hostname.replace(/^www\./, "")}${pathname}${search}`.replace(/\/$/, "");
}

const List = chakra("ul", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "5",
    rowGap: "1",
    marginTop: "3",
    listStyle: "none",
    textStyle: "sm",
    "& svg": { flexShrink: 0, color: "fg.muted" },
    "& a": { display: "inline-flex", alignItems: "center", gap: "1.5", minHeight: "6", overflowWrap: "anywhere" },
  },
});

/** An artist's websites. Search engines are told that the site doesn't vouch for them, and the sites not who reads here. */
export function ProfileLinks({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <List aria-label="Links">
      {links.map((link) => (
        <li key={link}>
          <Link href={link} rel="me nofollow ugc noopener noreferrer">
            <LinkIcon size={15} aria-hidden />
            {linkLabel(link)}
          </Link>
        </li>
      ))}
    </List>
  );
}
