import { chakra, Heading } from "@chakra-ui/react";
import { listArtwork } from "#shared/contract/artwork.ts";
import { listFollowedArtwork } from "#shared/contract/follows.ts";
import { MESSAGES } from "#shared/messages.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

/** Popular artwork, for a user who doesn't follow anyone yet. */
function Suggestions() {
  const pages = useReadPages(listArtwork, { query: { sort: "popular" } }, { errorMessage: MESSAGES.errorFetchingData });
  return (
    <>
      <EmptyState
        title="Nothing here yet"
        text="Follow an artist on their page or beside one of their works, and what they publish appears here."
        action={<ButtonLink to="/">See what's new</ButtonLink>}
      />
      {(pages.isLoading || pages.items.length > 0) && (
        <chakra.section aria-labelledby="popular">
          <Heading as="h2" id="popular" size="2xl" marginBottom="4">
            Popular with others
          </Heading>
          <ArtworkList pages={pages} label="Popular artwork" whenEmpty={null} />
        </chakra.section>
      )}
    </>
  );
}

/** The user's feed. */
export function FollowedArtwork() {
  const pages = useReadPages(listFollowedArtwork, {}, { errorMessage: MESSAGES.failedFetchFollowedArtwork });
  useFreshPages(pages);
  return <ArtworkList pages={pages} label="Artwork by artists you follow" whenEmpty={<Suggestions />} />;
}
