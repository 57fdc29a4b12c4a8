import { chakra } from "@chakra-ui/react";
import { readSimilar } from "#shared/contract/artwork.ts";
import { listUserArtwork } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Person } from "#shared/model/account.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useRead } from "#web/api/use-read.ts";
import { profilePath, SiteLink } from "#web/ui/site-link.tsx";
import { ArtworkStrip } from "./artwork-strip.tsx";

export interface FurtherArtworkProps {
  readonly artworkId: ArtworkId;
  readonly artist: Person;
}

/** `undefined` while loading; empty on failure, as the page is complete without them. */
const getCards = ({ data, isLoading }: { data: { items: readonly ArtworkCard[] } | undefined; isLoading: boolean }) =>
  isLoading ? undefined : (data?.items ?? []);

interface OfArtistProps {
  readonly artworkId: string;
  /** Username. */
  readonly name: string;
  readonly shownName: string;
}

function OfArtist({ artworkId, name, shownName }: OfArtistProps) {
  const read = useRead(listUserArtwork, {
    params: { username: name },
    // One more, because the page's own artwork may be among them.
    query: { limit: LIMITS.similar + 1 },
  });
  const others = getCards(read)?.filter((card) => card.artworkId !== artworkId);
  return (
    <ArtworkStrip
      title={`More by ${shownName}`}
      cards={others?.slice(0, LIMITS.similar)}
      showsArtist={false}
      link={
        <SiteLink to={profilePath(name)} lineHeight="2.75rem">
          See all<chakra.span srOnly> by {shownName}</chakra.span>
        </SiteLink>
      }
    />
  );
}

/** The artist's other works, and similar works. */
export default function FurtherArtwork({ artworkId, artist }: FurtherArtworkProps) {
  const similar = useRead(readSimilar, { params: { artworkId } });
  return (
    <>
      {artist.name && <OfArtist artworkId={artworkId} name={artist.name} shownName={getDisplayName(artist)} />}
      <ArtworkStrip title="More like this" cards={getCards(similar)} />
    </>
  );
}
