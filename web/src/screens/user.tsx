import { useParams } from "react-router-dom";
import { listUserArtwork, readUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { FavoriteList } from "#web/features/profile/favorite-list.tsx";
import { ProfileHeader } from "#web/features/profile/profile-header.tsx";
import { ProfileTabs, useProfileTab } from "#web/features/profile/profile-tabs.tsx";
import { useSession } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Reading } from "#web/ui/reading.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonScreen } from "#web/ui/skeletons.tsx";

interface ListProps {
  readonly user: PublicUser;
  readonly isOwn: boolean;
}

function UserArtwork({ user: { name }, isOwn }: ListProps) {
  const pages = useReadPages(
    listUserArtwork,
    { params: { username: name } },
    { otherwise: MESSAGES.failedFetchUserArtwork },
  );
  return (
    <ArtworkList
      pages={pages}
      label={`Artwork by ${name}`}
      showsArtist={false}
      whenEmpty={
        <EmptyState
          title="Nothing on show yet"
          text={isOwn ? "Visible artwork of yours appears here." : `${name} hasn't published any artwork.`}
          action={
            isOwn ? (
              <ButtonLink to="/artwork/add">Upload artwork</ButtonLink>
            ) : (
              <ButtonLink to="/" variant="outline" colorPalette="neutral">
                See what is new
              </ButtonLink>
            )
          }
        />
      }
    />
  );
}

function Profile({ profile }: { readonly profile: PublicUser }) {
  const { user } = useSession();
  const tab = useProfileTab();
  const List = tab === "favorites" ? FavoriteList : UserArtwork;
  return (
    <Screen title={profile.fullName || profile.name} width="large">
      <ProfileHeader user={profile} />
      <ProfileTabs user={profile} tab={tab} />
      <List user={profile} isOwn={user?.id === profile.id} />
    </Screen>
  );
}

/** An artist's public page; the address carries the username. */
export default function User() {
  const { id = "" } = useParams();
  return (
    <Reading
      of={useRead(readUser, { params: { username: id } }, { otherwise: MESSAGES.failedFetchUser })}
      while={<SkeletonScreen />}
    >
      {(profile) => <Profile profile={profile} />}
    </Reading>
  );
}
