import { comparableText } from "./visible-text.ts";

export const LICENSE_USAGES = ["personal", "business"] as const;
export type LicenseUsage = (typeof LICENSE_USAGES)[number];

/** The usage of a licence in one's own name, and the one to offer to people who have that already. */
export const OWN_USAGE = "personal" satisfies LicenseUsage;
export const FURTHER_USAGE = "business" satisfies LicenseUsage;

const HELD_BY_COMPANY: Readonly<Record<LicenseUsage, boolean>> = { personal: false, business: true };

/** Licences of such a usage name their company, and are told apart by it. */
export const isHeldByCompany = (usage: LicenseUsage) => HELD_BY_COMPANY[usage];

interface Held {
  readonly licenseUsage: LicenseUsage;
  readonly licenseCompany: string;
  readonly licenseAssignee: string;
}

/** The holder of a licence: the company or the person. */
export const licenseHolder = ({ licenseUsage, licenseCompany, licenseAssignee }: Held): string =>
  isHeldByCompany(licenseUsage) ? licenseCompany : licenseAssignee;

/** Placeholder company of a licence that no business holds. */
export const NO_COMPANY = "unavailable";

/** A company's name as it is compared: two that differ in white space, width or hidden characters only are one company. */
export const normalizeCompany = (company: string) => comparableText(company).trim().replace(/\s+/g, " ");
