import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import type { OwnedCard as Card } from "#shared/contract/licenses.ts";
import type { Place } from "#web/features/artwork/picture-grid.tsx";
import { DownloadButton } from "#web/features/licenses/download-button.tsx";
import { holderOf, LICENSE_WORDS } from "#web/features/licenses/license-words.ts";
import { NameLink, PersonName } from "#web/ui/name-link.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";

interface OwnedCardProps {
  readonly card: Card;
  readonly place: Place;
}

const LicenseLink = chakra(Link, {
  base: {
    color: "fg.muted",
    borderRadius: "l1",
    focusVisibleRing: "outside",
    _hover: { color: "fg", textDecoration: "underline" },
  },
});

/** A picture that one holds licences to. It leads to its newest order, which outlives the artwork's own page. */
export function OwnedCard({ card, place }: OwnedCardProps) {
  const { artworkTitle, owner, licenses } = card;
  const [newest] = licenses;
  if (!newest) return null;
  const order = `/orders/${newest.orderId}`;
  return (
    <chakra.article display="grid" gap="2.5">
      <chakra.div borderRadius="l3" overflow="hidden" asChild>
        <Link to={order} tabIndex={-1} aria-hidden>
          <Picture picture={card} alt="" {...place} />
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
                  {LICENSE_WORDS[license.licenseType].name}, {holderOf(license)}
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
