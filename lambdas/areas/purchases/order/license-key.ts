import { createHash } from "node:crypto";
import { type LicenseUsage, normalizeCompany } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

interface LicenseIdentity {
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
}

/** Of a company's hash: 80 bits, so that the companies of one artwork don't collide. */
const HEX_DIGITS = 20;

/** The key of a person's licence. */
export const personalKey = (licenseType: LicenseType) => licenseType;

function companyKey(company: string) {
  const hash = createHash("sha256").update(normalizeCompany(company)).digest("hex");
  return `b${hash.slice(0, HEX_DIGITS)}`;
}

/** Keys of different usages differ, so that a buyer may hold a licence of each. */
const KEYS: Readonly<Record<LicenseUsage, (license: LicenseIdentity) => string>> = {
  personal: ({ licenseType }) => personalKey(licenseType),
  business: ({ licenseCompany }) => companyKey(licenseCompany),
};

/**
 * Identifies a buyer's licence to an artwork: a business by its company, a person by the licence's type.
 * Only letters and digits, so that it can be part of an expression's path.
 */
export const licenseKey = (license: LicenseIdentity): string => KEYS[license.licenseUsage](license);
