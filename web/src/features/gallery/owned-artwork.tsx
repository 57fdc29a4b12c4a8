import { chakra } from "@chakra-ui/react";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { type OwnedCard as Card, listOwnership } from "#shared/contract/licenses.ts";
import { MESSAGES } from "#shared/messages.ts";
import { getLicenseHolder } from "#shared/rules/license-holder.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { type PictureLayout, PictureList } from "#web/features/artwork/picture-list.tsx";
import { DownloadButton } from "#web/features/licenses/download-button.tsx";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { useLicensedPicture } from "#web/features/licenses/licensed-previews.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyFrameIllustration } from "#web/ui/empty-frame-illustration.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { useNearView } from "#web/ui/use-near-view.ts";

interface OwnedCardProps {
  readonly card: Card;
  readonly layout: PictureLayout;
}

const LicenseLink = chakra(Link, {
  base: {
    color: "fg.muted",
    borderRadius: "l1",
    focusVisibleRing: "outside",
    _hover: { color: "fg", textDecoration: "underline" },
  },
});

/** Without a watermark; its links are requested near the viewport, because they expire after a minute. */
function OwnedPicture({ card, layout }: OwnedCardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearView(frame);
  const [newest] = card.licenses;
  const source = isNear && newest ? { orderId: newest.orderId } : null;
  const { picture, isWaiting, onError } = useLicensedPicture(source, card);
  const isShown = isNear && !isWaiting;
  return (
    <div ref={frame}>
      <Picture
        key={isShown ? "shown" : "waiting"}
        picture={isShown ? picture : { ...card, previews: [] }}
        alt={card.artworkAlt}
        {...layout}
        onError={onError}
      />
    </div>
  );
}

/** An artwork with the user's licences; it links to the newest order, which remains when the artwork is deleted. */
function OwnedCard({ card, layout }: OwnedCardProps) {
  const { artworkTitle, owner, licenses } = card;
  const [newest] = licenses;
  if (!newest) return null;
  const order = `/orders/${newest.orderId}`;
  return (
    <chakra.article display="grid" gap="2.5">
      <chakra.div borderRadius="l3" overflow="hidden" asChild>
        <Link to={order} tabIndex={-1} aria-hidden>
          <OwnedPicture card={card} layout={layout} />
        </Link>
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="flex-start"
        justifyContent="space-between"
        gap="3"
        paddingX="1"
        textStyle="sm"
      >
        <chakra.div flex="1 1 9rem" minWidth="0" display="grid" gap="0.5">
          <NameLink to={order}>{artworkTitle}</NameLink>
          <chakra.span color="fg.muted">
            by <PersonName person={owner} />
          </chakra.span>
          <chakra.ul listStyle="none" aria-label={`Licenses to ${artworkTitle}`}>
            {licenses.map((license) => (
              <li key={license.licenseId}>
                <LicenseLink to={`/orders/${license.orderId}`}>
                  {LICENSE_LABELS[license.licenseType].name}, {getLicenseHolder(license)}
                </LicenseLink>
              </li>
            ))}
          </chakra.ul>
        </chakra.div>
        <DownloadButton
          orderId={newest.orderId}
          title={artworkTitle}
          variant="outline"
          colorPalette="neutral"
          size="sm"
        />
      </chakra.div>
    </chakra.article>
  );
}

/** The artwork that the signed-in user holds licences to. */
export function OwnedArtwork() {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listOwnership, { params: { userId } }, { errorMessage: MESSAGES.failedFetchPurchases });
  useFreshPages(pages);
  return (
    <PictureList
      pages={pages}
      label="Artwork I own a license to"
      whenEmpty={
        <EmptyState
          illustration={<EmptyFrameIllustration isSmall />}
          title="Your gallery is empty"
          text="Artwork that you license appears here, with the original to download."
          action={<ButtonLink to="/">Browse artwork</ButtonLink>}
        />
      }
    >
      {(card, layout) => <OwnedCard card={card} layout={layout} />}
    </PictureList>
  );
}
