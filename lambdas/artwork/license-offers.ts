import type { LicenseOption } from "#shared/model/artwork.ts";
import { type FeeSchedule, feesOf } from "#shared/rules/fees.ts";
import { licenseOptionsOf } from "#shared/rules/license-options.ts";
import { artworkTermsIn, type StoredTerms } from "./cards.ts";

/** The licences that an artwork offers and what each costs its buyer in all, in cents; none where it isn't available. */
export const licenseOffersOf = (artwork: StoredTerms, fees: FeeSchedule): LicenseOption[] =>
  licenseOptionsOf(artworkTermsIn(artwork)).map(({ licenseType, licensePrice }) => {
    const { buyerFee, orderSpent } = feesOf(licensePrice, 0, fees);
    return { licenseType, licensePrice, buyerFee, total: orderSpent };
  });
