import { toComparableText } from "./visible-text.ts";

export const LICENSE_USAGES = ["personal", "business"] as const;
export type LicenseUsage = (typeof LICENSE_USAGES)[number];

/** The usage of a licence in one's own name, and the usage to offer those who already have it. */
export const OWN_USAGE = "personal" satisfies LicenseUsage;
export const FURTHER_USAGE = "business" satisfies LicenseUsage;

const HELD_BY_COMPANY: Readonly<Record<LicenseUsage, boolean>> = { personal: false, business: true };

/** True for usages whose licences name a company and differ by it. */
export const isHeldByCompany = (usage: LicenseUsage) => HELD_BY_COMPANY[usage];

interface Holder {
  readonly licenseUsage: LicenseUsage;
  readonly licenseCompany: string;
  readonly licenseAssignee: string;
}

export const getLicenseHolder = ({ licenseUsage, licenseCompany, licenseAssignee }: Holder): string =>
  isHeldByCompany(licenseUsage) ? licenseCompany : licenseAssignee;

/** Placeholder company of a person's licence. */
export const NO_COMPANY = "unavailable";

/** Normalizes a company's name for comparison: differences in white space, width or hidden characters don't count. */
export const normalizeCompany = (company: string) => toComparableText(company).trim().replace(/\s+/g, " ");
