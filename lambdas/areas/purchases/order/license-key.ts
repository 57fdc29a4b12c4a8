import { createHash } from "node:crypto";
import { type Agreement, isOfOwnKind } from "#shared/license-terms.ts";
import { LICENSE_USAGES, type LicenseUsage, normalizeCompany } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES, type LicenseType } from "#shared/rules/license-options.ts";

export interface LicenseIdentity extends Agreement {
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
  /** The offer that it was bought by. */
  readonly offerId?: string | undefined;
}

/** Digits of a company's hash: 80 bits avoid collisions among an artwork's companies. */
const HEX_DIGITS = 20;

function computeCompanyKey(company: string) {
  const hash = createHash("sha256").update(normalizeCompany(company)).digest("hex");
  return `b${hash.slice(0, HEX_DIGITS)}`;
}

/** Keys of different usages differ, so that a buyer can hold both. */
const KEYS: Readonly<Record<LicenseUsage, (license: LicenseIdentity) => string>> = {
  personal: ({ licenseType }) => licenseType,
  business: ({ licenseCompany }) => computeCompanyKey(licenseCompany),
};

/**
 * Identifies a buyer's licence to an artwork: a business by its company, a person by the licence's type, and one with terms of
 * its own by its offer. Only letters and digits, so that it can be part of an expression's path.
 */
export const computeLicenseKey = (license: LicenseIdentity): string =>
  license.offerId && isOfOwnKind(license)
    ? `o${license.offerId.replaceAll("-", "")}`
    : KEYS[license.licenseUsage](license);

/** Licences that a buyer can hold to an artwork, for companies only the given one's. */
export const listPossibleLicenses = (licenseCompany: string): readonly LicenseIdentity[] =>
  LICENSE_USAGES.flatMap((licenseUsage) =>
    LICENSE_TYPES.map((licenseType) => ({ licenseUsage, licenseType, licenseCompany })),
  );
