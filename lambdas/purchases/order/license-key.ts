import { createHash } from "node:crypto";
import { type LicenseUsage, normalizeCompany } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

interface TellingApart {
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
}

/** Of a company's hash; nobody holds so many licences to one artwork that two would meet. */
const HEX_DIGITS = 20;

/** The key of a person's licence. */
export const personalKey = (licenseType: LicenseType) => licenseType;

/**
 * What tells a buyer's licences to an artwork apart: a business by its company, a person by the licence's type.
 * Only letters and digits, so that it can stand in a path of an expression.
 */
export function licenseKey({ licenseUsage, licenseType, licenseCompany }: TellingApart): string {
  if (licenseUsage === "personal") return personalKey(licenseType);
  const hash = createHash("sha256").update(normalizeCompany(licenseCompany)).digest("hex");
  return `b${hash.slice(0, HEX_DIGITS)}`;
}
