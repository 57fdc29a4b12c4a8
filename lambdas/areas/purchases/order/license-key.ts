import { createHash } from "node:crypto";
import { LICENSE_USAGES, type LicenseUsage, normalizeCompany } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES, type LicenseType } from "#shared/rules/license-options.ts";

export interface LicenseIdentity {
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
}

/** Of a company's hash: 80 bits, so that the companies of one artwork don't collide. */
const HEX_DIGITS = 20;

function companyKey(company: string) {
  const hash = createHash("sha256").update(normalizeCompany(company)).digest("hex");
  return `b${hash.slice(0, HEX_DIGITS)}`;
}

/** Keys of different usages differ, so that a buyer may hold a licence of each. */
const KEYS: Readonly<Record<LicenseUsage, (license: LicenseIdentity) => string>> = {
  personal: ({ licenseType }) => licenseType,
  business: ({ licenseCompany }) => companyKey(licenseCompany),
};

/**
 * Identifies a buyer's licence to an artwork: a business by its company, a person by the licence's type.
 * Only letters and digits, so that it can be part of an expression's path.
 */
export const licenseKey = (license: LicenseIdentity): string => KEYS[license.licenseUsage](license);

/** Licences that one buyer may hold to one artwork; of companies the given one's alone. */
export const possibleLicenses = (licenseCompany: string): readonly LicenseIdentity[] =>
  LICENSE_USAGES.flatMap((licenseUsage) =>
    LICENSE_TYPES.map((licenseType) => ({ licenseUsage, licenseType, licenseCompany })),
  );
