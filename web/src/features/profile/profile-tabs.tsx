import { chakra } from "@chakra-ui/react";
import { Lock } from "lucide-react";
import type { PublicUser } from "#shared/model/account.ts";
import { profilePath } from "#web/ui/site-link.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { PROFILE_LISTS, type ProfileList } from "./profile-lists.tsx";

const Count = chakra("span", { base: { color: "fg.muted", fontWeight: "normal", fontVariantNumeric: "tabular-nums" } });

interface ProfileTabsProps {
  readonly user: PublicUser;
  readonly current: ProfileList;
}

/** Links between the lists on someone's page. */
export function ProfileTabs({ user, current }: ProfileTabsProps) {
  const tabs = PROFILE_LISTS.map((list, index) => {
    const count = user[list.tab];
    return {
      to: profilePath(user.name) + (index > 0 ? `?tab=${list.tab}` : ""),
      isCurrent: list === current,
      content: (
        <>
          {list.label}{" "}
          {count === null ? <Lock size={15} aria-label="private" /> : <Count>{count.toLocaleString("en")}</Count>}
        </>
      ),
    };
  });
  return <TabLinks label="Profile" tabs={tabs} />;
}
