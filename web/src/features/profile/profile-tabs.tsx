import { chakra } from "@chakra-ui/react";
import { Lock } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { PublicUser } from "#shared/model/account.ts";
import { profilePath } from "#web/ui/profile-path.ts";
import { TabLinks } from "#web/ui/tab-links.tsx";

const TABS = ["artwork", "favorites"] as const;
export type ProfileTab = (typeof TABS)[number];

/** Which of the two lists is shown lives in the address, so that it can be shared and gone back to. */
export function useProfileTab(): ProfileTab {
  const [search] = useSearchParams();
  return profileTabIn(search);
}

export const profileTabIn = (search: URLSearchParams): ProfileTab =>
  TABS.find((tab) => tab === search.get("tab")) ?? "artwork";

const Count = chakra("span", { base: { color: "fg.muted", fontWeight: "normal", fontVariantNumeric: "tabular-nums" } });

interface ProfileTabsProps {
  readonly user: PublicUser;
  readonly tab: ProfileTab;
}

/** Links between what someone made and what they favour. */
export function ProfileTabs({ user: { name, artwork, favorites }, tab }: ProfileTabsProps) {
  return (
    <TabLinks
      label="Profile"
      tabs={[
        {
          to: profilePath(name),
          isCurrent: tab === "artwork",
          content: (
            <>
              Artwork <Count>{artwork.toLocaleString("en")}</Count>
            </>
          ),
        },
        {
          to: `${profilePath(name)}?tab=favorites`,
          isCurrent: tab === "favorites",
          content: (
            <>
              Favorites
              {favorites === null ? (
                <Lock size={15} aria-label="private" />
              ) : (
                <Count>{favorites.toLocaleString("en")}</Count>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
