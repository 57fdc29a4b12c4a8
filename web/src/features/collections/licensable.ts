import type { ArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { License } from "#shared/model/order.ts";
import { findDuplicateLicense } from "#shared/rules/duplicate-licenses.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { NO_COMPANY, OWN_USAGE } from "#shared/rules/license-holder.ts";
import { type LicenseType, listLicenseOptions } from "#shared/rules/license-options.ts";
import { SOLD_EXCLUSIVELY } from "#web/features/artwork/price-label.ts";

/** A collection's work for somebody who wants a type of licence. */
export interface LicensableWork {
  readonly card: ArtworkCard;
  /** The buyer's price in cents, with the service fee; null if it can't be bought. */
  readonly price: number | null;
  /** The reason why it can't be bought, or what the price is for if that isn't the wanted licence. */
  readonly note?: string;
  /** True if its artist can be asked for a price. */
  readonly isAskable: boolean;
}

interface Buyer {
  readonly userId: string;
  /** Their licences in force to each work. */
  readonly licenses: ReadonlyMap<ArtworkId, readonly License[]>;
}

/** A work with its price for the wanted licence, or the reason why it has none. */
export function toLicensableWork(card: ArtworkCard, licenseType: LicenseType, buyer: Buyer): LicensableWork {
  const refused = (note: string, isAskable = false) => ({ card, price: null, note, isAskable });
  if (card.owner.id === buyer.userId) return refused("Your own work");
  const held = buyer.licenses.get(card.artworkId) ?? [];
  if (findDuplicateLicense({ licenseUsage: OWN_USAGE, licenseType, licenseCompany: NO_COMPANY }, held))
    return refused("You have this license", true);
  if (card.soldExclusively) return refused(SOLD_EXCLUSIVELY);
  const options = listLicenseOptions(card);
  // An included commercial licence replaces the personal one.
  const option =
    options.find((one) => one.licenseType === licenseType) ?? options.find((one) => one.licenseType === "commercial");
  if (!options.length) return refused("For viewing only", true);
  if (!option) return refused("No commercial license", true);
  if (option.licensePrice === 0) return refused("Free, on its own page");
  const note = option.licenseType === licenseType ? {} : { note: "Commercial license" };
  return { card, price: computeFees(option.licensePrice).orderSpent, isAskable: true, ...note };
}
