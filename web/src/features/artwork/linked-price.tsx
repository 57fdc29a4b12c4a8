import type { ArtworkCard } from "#shared/model/artwork.ts";
import { type LicenseType, listLicenseOptions } from "#shared/rules/license-options.ts";
import type { LinkedCode } from "#web/features/checkout/linked-code.ts";
import { findReduced, useLinkedDiscount } from "#web/features/checkout/linked-discount.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { ReducedPrice } from "#web/ui/reduced-price.tsx";

interface LinkedPriceProps {
  readonly card: ArtworkCard;
  /** The licence whose price is shown; the first by default. */
  readonly type: LicenseType | undefined;
  readonly linked: LinkedCode;
  readonly price: string;
}

/** A card's price with the artist's discount code, if that fits the artwork. */
export default function LinkedPrice({ card, type, linked, price }: LinkedPriceProps) {
  const discount = useLinkedDiscount(card.owner.name, linked);
  const option = listLicenseOptions(card).find(({ licenseType }) => !type || licenseType === type);
  const reduced = option && findReduced(discount, { artworkId: card.artworkId, licensePrice: option.licensePrice });
  return <ReducedPrice was={price} now={reduced && centsLabel(reduced.orderSpent)} />;
}
