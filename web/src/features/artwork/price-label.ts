import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { type LicenseType, listLicenseOptions } from "#shared/rules/license-options.ts";
import { centsLabel } from "#web/ui/labels.ts";

/** In the place of a price. */
export const SOLD_EXCLUSIVELY = "Sold exclusively";

/** Price of the artwork's first licence, or the first of a type, including the buyer's fee; null without one. */
export function priceLabel(terms: ArtworkTerms, type?: LicenseType): string | null {
  const option = listLicenseOptions(terms).find(({ licenseType }) => !type || licenseType === type);
  return option ? centsLabel(computeFees(option.licensePrice).orderSpent) : null;
}

/** Buyer's total and artist's earnings at a price in cents; null for a free licence. */
export function formatPriceSides(licensePrice: number): string | null {
  const { orderEarned, orderSpent } = computeFees(licensePrice);
  return orderSpent ? `you earn ${centsLabel(orderEarned)}, buyers pay ${centsLabel(orderSpent)}` : null;
}
