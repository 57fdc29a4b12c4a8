import { chakra } from "@chakra-ui/react";
import type { OfferItem } from "#shared/model/offer.ts";
import { LICENSE_LABELS, USAGE_LABELS } from "#web/features/licenses/license-labels.ts";
import { SubjectPicture } from "#web/features/messages/subject-picture.tsx";
import { centsLabel } from "#web/ui/labels.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

interface OfferItemsProps {
  readonly items: readonly OfferItem[];
  /** A CSS length. */
  readonly side: string;
}

/** The works of an offer with the license and the price of each. */
export const OfferItems = ({ items, side }: OfferItemsProps) => (
  <chakra.ul listStyleType="none" display="grid" gap="3" aria-label="Licenses">
    {items.map((item) => (
      <chakra.li key={item.artworkId} display="flex" alignItems="center" gap="3">
        <SubjectPicture subject={item} side={side} />
        <chakra.div flex="1" minWidth="0" lineHeight="short">
          <chakra.span display="block" fontWeight="semibold" overflowWrap="anywhere">
            {item.picture ? (
              <SiteLink to={`/artwork/${item.artworkId}`} variant="plain">
                {item.artworkTitle}
              </SiteLink>
            ) : (
              item.artworkTitle
            )}
          </chakra.span>
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            {LICENSE_LABELS[item.licenseType].name}, for {USAGE_LABELS[item.licenseUsage].holder}
          </chakra.span>
        </chakra.div>
        <chakra.span fontVariantNumeric="tabular-nums" fontWeight="medium">
          {centsLabel(item.licensePrice)}
        </chakra.span>
      </chakra.li>
    ))}
  </chakra.ul>
);
