import { chakra, Heading } from "@chakra-ui/react";
import type { Profile } from "#shared/model/artwork.ts";
import { ArtworkCard } from "#web/features/artwork/artwork-card.tsx";
import { PictureGrid } from "#web/features/artwork/picture-list.tsx";

/** The artwork that an artist shows first. */
export function PinnedArtwork({ profile: { pinned } }: { readonly profile: Profile }) {
  if (pinned.length === 0) return null;
  return (
    <chakra.section aria-labelledby="pinned" paddingBottom={{ base: "8", md: "10" }}>
      <Heading as="h2" id="pinned" size="xl" marginBottom="4">
        Pinned
      </Heading>
      <PictureGrid items={pinned} label="Pinned artwork">
        {(card, { sizes, firstFrom }) => (
          <ArtworkCard card={card} sizes={sizes} firstFrom={firstFrom} showsArtist={false} />
        )}
      </PictureGrid>
    </chakra.section>
  );
}
