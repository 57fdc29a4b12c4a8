import { chakra } from "@chakra-ui/react";
import { listFavorites } from "#shared/contract/favorites.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { useNavLinks } from "#web/features/layout/nav-links.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink, profilePath } from "#web/ui/site-link.tsx";

const SETTINGS = { label: "Change this in your settings", to: "/settings" };

/** Tells the owner that the list is private. */
function PrivateNotice() {
  const { isAvailable } = useNavLinks();
  return (
    <chakra.div marginBottom="6">
      <Notice>
        Only you can see your favorites.
        {isAvailable(SETTINGS) && (
          <>
            {" "}
            <ButtonLink to={SETTINGS.to} variant="plain" textDecoration="underline">
              {SETTINGS.label}
            </ButtonLink>
          </>
        )}
      </Notice>
    </chakra.div>
  );
}

/** The owner's empty state. */
function NoFavorites() {
  return (
    <EmptyState
      title="No favorites yet"
      text="Use the heart below a picture to save it here."
      action={<ButtonLink to="/">Browse artwork</ButtonLink>}
    />
  );
}

function EmptyFavorites({
  user,
  isOwn,
  isHidden,
}: {
  readonly user: PublicUser;
  readonly isOwn: boolean;
  readonly isHidden: boolean;
}) {
  if (isOwn) return <NoFavorites />;
  const shownName = getDisplayName(user);
  const theirArtwork = (
    <ButtonLink to={profilePath(user.name)} variant="outline" colorPalette="neutral">
      See artwork by {shownName}
    </ButtonLink>
  );
  if (isHidden) {
    return (
      <EmptyState
        title="These favorites are private"
        text={`${shownName} keeps their favorites private.`}
        action={theirArtwork}
      />
    );
  }
  return (
    <EmptyState title="No favorites yet" text={`${shownName} hasn't added any favorites.`} action={theirArtwork} />
  );
}

interface FavoriteListProps {
  readonly user: PublicUser;
  readonly isOwn: boolean;
}

/** A user's favourites, newest first, if they are public or the viewer's own. */
export function FavoriteList({ user, isOwn }: FavoriteListProps) {
  const pages = useReadPages(
    listFavorites,
    { params: { username: user.name } },
    { errorMessage: MESSAGES.failedFetchFavorites },
  );
  return (
    <>
      {isOwn && user.favorites === null && <PrivateNotice />}
      <ArtworkList
        pages={pages}
        label={`Favorites of ${getDisplayName(user)}`}
        whenEmpty={<EmptyFavorites user={user} isOwn={isOwn} isHidden={pages.first?.hidden ?? false} />}
      />
    </>
  );
}

/** The signed-in user's favourites. */
export function OwnFavorites() {
  const { name: username } = useSignedIn();
  const pages = useReadPages(listFavorites, { params: { username } }, { errorMessage: MESSAGES.failedFetchFavorites });
  return <ArtworkList pages={pages} label="My favorites" whenEmpty={<NoFavorites />} />;
}
