import { listUserArtwork } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

interface UserArtworkProps {
  readonly user: PublicUser;
  readonly isOwn: boolean;
}

/** What someone shows of their own, newest first. */
export function UserArtwork({ user: { name }, isOwn }: UserArtworkProps) {
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
