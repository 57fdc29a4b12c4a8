import { chakra } from "@chakra-ui/react";
import { Lock } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import type { PublicUser } from "#shared/model/account.ts";

const TABS = ["artwork", "favorites"] as const;
export type ProfileTab = (typeof TABS)[number];

/** Which of the two lists is shown lives in the address, so that it can be shared and gone back to. */
export function useProfileTab(): ProfileTab {
  const [search] = useSearchParams();
  return TABS.find((tab) => tab === search.get("tab")) ?? "artwork";
}

/** The address of a tab; the first needs nothing said. */
export const profilePath = (username: string, tab: ProfileTab = "artwork") =>
  `/user/${encodeURIComponent(username)}${tab === "artwork" ? "" : `?tab=${tab}`}`;

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
    color: "fg.muted",
    _hover: { color: "fg" },
    "&[aria-current]": { color: "fg", borderColor: "ochre.solid" },
    focusVisibleRing: "inside",
    borderTopRadius: "l1",
    paddingX: "1",
  },
});

const Count = chakra("span", { base: { color: "fg.muted", fontWeight: "normal", fontVariantNumeric: "tabular-nums" } });

interface ProfileTabsProps {
  readonly user: PublicUser;
  readonly tab: ProfileTab;
}

/** Links between what someone made and what they favour. */
export function ProfileTabs({ user: { name, artwork, favorites }, tab }: ProfileTabsProps) {
  const current = (of: ProfileTab) => (of === tab ? ("page" as const) : undefined);
  return (
    <chakra.nav
      aria-label="Profile"
      display="flex"
      gap="7"
      marginBottom={{ base: "6", md: "8" }}
      borderBottomWidth="1px"
      borderColor="border.muted"
    >
      <Tab to={profilePath(name)} aria-current={current("artwork")} preventScrollReset>
        Artwork <Count>{artwork.toLocaleString("en")}</Count>
      </Tab>
      <Tab to={profilePath(name, "favorites")} aria-current={current("favorites")} preventScrollReset>
        Favorites
        {favorites === null ? <Lock size={15} aria-label="private" /> : <Count>{favorites.toLocaleString("en")}</Count>}
      </Tab>
    </chakra.nav>
  );
}
