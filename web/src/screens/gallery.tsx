import { Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { listOwnership } from "#shared/contract/licenses.ts";
import { listFavorites } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { PictureList } from "#web/features/artwork/picture-list.tsx";
import { OwnedCard } from "#web/features/gallery/owned-card.tsx";
import { NoFavorites } from "#web/features/profile/favorite-list.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyFrame } from "#web/ui/empty-frame.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

function Owned() {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listOwnership, { params: { userId } }, { otherwise: MESSAGES.failedFetchPurchases });
  useFreshPages(pages);
  return (
    <PictureList
      pages={pages}
      label="Artwork I own a license to"
      whenEmpty={
        <EmptyState
          illustration={<EmptyFrame isSmall />}
          title="Your gallery is empty"
          text="Get a license to a picture, and it hangs here, with its original to download."
          action={<ButtonLink to="/">Find a picture</ButtonLink>}
        />
      }
    >
      {(card, place) => <OwnedCard card={card} place={place} />}
    </PictureList>
  );
}

function Favorites() {
  const { name: username } = useSignedIn();
  const pages = useReadPages(listFavorites, { params: { username } }, { otherwise: MESSAGES.failedFetchFavorites });
  return <ArtworkList pages={pages} label="My favorites" whenEmpty={<NoFavorites />} />;
}

/** The pictures that mean something to one: those one owns, and those one loves. */
export default function Gallery() {
  const [search] = useSearchParams();
  const isFavorites = search.get("tab") === "favorites";
  return (
    <Screen title="Gallery" width="large">
      <Heading as="h1" size="4xl" marginBottom={{ base: "4", md: "6" }}>
        Gallery
      </Heading>
      <TabLinks
        label="Gallery"
        tabs={[
          { to: "/gallery", isCurrent: !isFavorites, content: "Owned" },
          { to: "/gallery?tab=favorites", isCurrent: isFavorites, content: "Favorites" },
        ]}
      />
      {isFavorites ? <Favorites /> : <Owned />}
    </Screen>
  );
}
