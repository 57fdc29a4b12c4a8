import type { ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { listCollections } from "#shared/contract/collections.ts";
import { listFavorites } from "#shared/contract/favorites.ts";
import { listAnnouncements } from "#shared/contract/follows.ts";
import { listUserArtwork } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { AnnouncementList } from "#web/features/announcements/announcement-list.tsx";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { CollectionList } from "#web/features/collections/collection-list.tsx";
import { FavoriteList } from "#web/features/favorites/favorite-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

interface UserArtworkProps {
  readonly user: PublicUser;
  readonly isOwn: boolean;
}

/** A user's visible artwork, newest first. */
function UserArtwork({ user, isOwn }: UserArtworkProps) {
  const pages = useReadPages(
    listUserArtwork,
    { params: { username: user.name } },
    { errorMessage: MESSAGES.failedFetchUserArtwork },
  );
  return (
    <ArtworkList
      pages={pages}
      label={`Artwork by ${getDisplayName(user)}`}
      showsArtist={false}
      whenEmpty={
        <EmptyState
          title="No artwork yet"
          text={isOwn ? "Your visible artwork appears here." : `${getDisplayName(user)} hasn't published any artwork.`}
          action={
            isOwn ? (
              <ButtonLink to="/artwork/add">Upload artwork</ButtonLink>
            ) : (
              <ButtonLink to="/" variant="outline" colorPalette="neutral">
                See what's new
              </ButtonLink>
            )
          }
        />
      }
    />
  );
}

type CountField<T> = { [Name in keyof T]: T[Name] extends number | null ? Name : never }[keyof T];

/** A list on a user's page, with its tab. */
export interface ProfileList {
  /** The URL's `tab` parameter. */
  readonly tab: string;
  /** Name of the list's count, if it has one; the count of a private list is null. */
  readonly count?: CountField<PublicUser>;
  readonly label: string;
  /** The route that reads the list by username. */
  readonly route: typeof listUserArtwork | typeof listFavorites | typeof listCollections | typeof listAnnouncements;
  readonly List: ComponentType<{ readonly user: PublicUser; readonly isOwn: boolean }>;
}

const artwork: ProfileList = {
  tab: "artwork",
  count: "artwork",
  label: "Artwork",
  route: listUserArtwork,
  List: UserArtwork,
};

/** The first is the default. */
export const PROFILE_LISTS: readonly ProfileList[] = [
  artwork,
  {
    tab: "favorites",
    count: "favorites",
    label: "Favorites",
    route: listFavorites,
    List: FavoriteList,
  },
  { tab: "collections", label: "Collections", route: listCollections, List: CollectionList },
  { tab: "announcements", label: "Announcements", route: listAnnouncements, List: AnnouncementList },
];

export const parseProfileList = (search: URLSearchParams): ProfileList =>
  PROFILE_LISTS.find(({ tab }) => tab === search.get("tab")) ?? artwork;

export const useProfileList = (): ProfileList => parseProfileList(useSearchParams()[0]);
