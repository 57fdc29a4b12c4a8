import { listOwnership } from "#shared/contract/licenses.ts";
import { MESSAGES } from "#shared/messages.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { PictureList } from "#web/features/artwork/picture-list.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyFrameIllustration } from "#web/ui/empty-frame-illustration.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { OwnedCard } from "./owned-card.tsx";

/** The pictures that one holds a licence to. */
export function Owned() {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listOwnership, { params: { userId } }, { otherwise: MESSAGES.failedFetchPurchases });
  useFreshPages(pages);
  return (
    <PictureList
      pages={pages}
      label="Artwork I own a license to"
      whenEmpty={
        <EmptyState
          illustration={<EmptyFrameIllustration isSmall />}
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
