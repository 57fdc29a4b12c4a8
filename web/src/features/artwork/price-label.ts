import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { type LicenseType, listLicenseOptions } from "#shared/rules/license-options.ts";
import { centsLabel } from "#web/ui/labels.ts";

/** Price of the artwork's first licence, or of its first of a type, with the buyer's fee; null if it offers none. */
export function priceLabel(terms: ArtworkTerms, type?: LicenseType): string | null {
  const option = listLicenseOptions(terms).find(({ licenseType }) => !type || licenseType === type);
  return option ? centsLabel(computeFees(option.licensePrice).orderSpent) : null;
}

/** Both sides of a sale at a price in cents, for the artist; null where nobody pays anything. */
export function bothSides(licensePrice: number): string | null {
  const { orderEarned, orderSpent } = computeFees(licensePrice);
  return orderSpent ? `you earn ${centsLabel(orderEarned)}, buyers pay ${centsLabel(orderSpent)}` : null;
}
