import { type LicenseUsage, normalizeCompany } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

/** What tells a buyer's licences to an artwork apart: a business by its company, a person by the licence's type. */
export const licenseKey = (license: {
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  readonly licenseCompany: string;
}) =>
  license.licenseUsage === "business"
    ? `business ${normalizeCompany(license.licenseCompany)}`
    : `personal ${license.licenseType}`;
