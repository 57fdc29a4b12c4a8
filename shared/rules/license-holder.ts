import { comparableText } from "./visible-text.ts";

export const LICENSE_USAGES = ["personal", "business"] as const;
export type LicenseUsage = (typeof LICENSE_USAGES)[number];

/** Placeholder company of a licence that no business holds. */
export const NO_COMPANY = "unavailable";

/** A company's name as it is compared: two that differ in white space, width or hidden characters only are one company. */
export const normalizeCompany = (company: string) => comparableText(company).trim().replace(/\s+/g, " ");
