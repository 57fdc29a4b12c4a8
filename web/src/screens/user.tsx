import { chakra, Heading } from "@chakra-ui/react";
import Lock from "lucide-react/icons/lock";
import { useParams } from "react-router-dom";
import { countProfileView } from "#shared/contract/audience.ts";
import { readUser } from "#shared/contract/users.ts";
import { formatCount } from "#shared/format.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import type { Profile } from "#shared/model/artwork.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { buildPath } from "#web/api/request.ts";
import { useRead } from "#web/api/use-read.ts";
import { ArtworkTile } from "#web/features/artwork/artwork-tile.tsx";
import { PictureGrid } from "#web/features/artwork/picture-list.tsx";
import { useCountView } from "#web/features/audience/use-count-view.ts";
import { useLinkedCode } from "#web/features/checkout/linked-code.ts";
import { LinkedCodeNotice } from "#web/features/checkout/linked-code-notice.tsx";
import { useLinkedDiscount } from "#web/features/checkout/linked-discount.ts";
import { ProfileBanner } from "#web/features/profile/profile-banner.tsx";
import { ProfileHeader } from "#web/features/profile/profile-header.tsx";
import { PROFILE_LISTS, type ProfileList, useProfileList } from "#web/features/profile/profile-lists.tsx";
import { useSession } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

/** The artwork that an artist has pinned. */
function PinnedArtwork({ profile: { pinned } }: { readonly profile: Profile }) {
  if (pinned.length === 0) return null;
  return (
    <>
      <chakra.section aria-labelledby="pinned" paddingBottom={{ base: "8", md: "10" }}>
        <Heading as="h2" id="pinned" size="2xl" marginBottom="4">
          Pinned
        </Heading>
        <PictureGrid items={pinned} label="Pinned artwork">
          {(card, { sizes, firstFrom }) => (
            <ArtworkTile card={card} sizes={sizes} firstFrom={firstFrom} showsArtist={false} />
          )}
        </PictureGrid>
      </chakra.section>
      <Heading as="h2" size="2xl" marginBottom="4">
        All artwork
      </Heading>
    </>
  );
}

/** Loaded for the artist only. */
const OwnBanner = lazyPart(() => import("#web/features/profile/own-banner.tsx"));

const Count = chakra("span", { base: { color: "fg.muted", fontWeight: "normal", fontVariantNumeric: "tabular-nums" } });

interface ProfileTabsProps {
  readonly user: PublicUser;
  readonly current: ProfileList;
}

/** Links between the lists on a user's page. */
function ProfileTabs({ user, current }: ProfileTabsProps) {
  const tabs = PROFILE_LISTS.map((list, index) => {
    const count = list.count && user[list.count];
    return {
      to: profilePath(user.name) + (index > 0 ? `?tab=${list.tab}` : ""),
      isCurrent: list === current,
      content: (
        <>
          {list.label} {count === null && <Lock size={15} aria-label="private" />}
          {typeof count === "number" && <Count>{formatCount(count)}</Count>}
        </>
      ),
    };
  });
  return <TabLinks label="Profile" tabs={tabs} />;
}

function ProfilePage({ profile }: { readonly profile: Profile }) {
  const { user } = useSession();
  const list = useProfileList();
  const isOwn = user?.id === profile.id;
  useCountView(buildPath(countProfileView.path, { userId: profile.id }), profile.id);
  const linked = useLinkedCode(profile.name);
  const discount = useLinkedDiscount(profile.name, isOwn ? null : linked);
  const banner = profile.banner && <ProfileBanner card={profile.banner} />;
  return (
    <PageContainer title={getDisplayName(profile)} width="large">
      {profile.banner && isOwn ? <OwnBanner card={profile.banner} fallback={banner} /> : banner}
      <ProfileHeader user={profile} isOwn={isOwn} />
      {linked?.isNamed && !isOwn && (
        <chakra.div paddingBottom="5">
          <LinkedCodeNotice code={linked.code} discount={discount} work={null} />
        </chakra.div>
      )}
      <ProfileTabs user={profile} current={list} />
      {list === PROFILE_LISTS[0] && <PinnedArtwork profile={profile} />}
      <SectionBoundary>
        <list.List user={profile} isOwn={isOwn} />
      </SectionBoundary>
    </PageContainer>
  );
}

/** An artist's public page; the URL has the username. */
export default function User() {
  const { id = "" } = useParams();
  return (
    <ReadResult
      read={useRead(readUser, { params: { username: id } }, { errorMessage: MESSAGES.failedFetchUser })}
      fallback={<SkeletonPage />}
    >
      {(profile) => <ProfilePage profile={profile} />}
    </ReadResult>
  );
}
