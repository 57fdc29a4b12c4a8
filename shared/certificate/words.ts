import { DISPLAY } from "../display.ts";
import { formatDate } from "../format.ts";
import { GRANTED } from "../license-terms.ts";
import type { License } from "../model/order.ts";
import { getLicenseHolder, isHeldByCompany, type LicenseUsage } from "../rules/license-holder.ts";
import type { LicenseType } from "../rules/license-options.ts";

/** Wording of a certificate, for the site and the PDF. */
export type WordedLicense = Pick<
  License,
  | "licenseUsage"
  | "licenseType"
  | "licenseCompany"
  | "licenseAssignee"
  | "licenseAssignor"
  | "licenseTerms"
  | "licenseExclusive"
  | "status"
>;

/** Names of licences on the site, in documents and in files. */
export const LICENSE_NAMES: Readonly<Record<LicenseType, string>> = {
  personal: "Personal license",
  commercial: "Commercial license",
};

const USES: Readonly<Record<LicenseUsage, string>> = { personal: "personal use", business: "business use" };

/** Such as "Personal license for business use". */
export const formatLicense = ({ licenseType, licenseUsage }: Pick<License, "licenseType" | "licenseUsage">) =>
  `${LICENSE_NAMES[licenseType]} for ${USES[licenseUsage]}`;

/** The certificate's sentence in parts; names and the licence are strong. */
export function buildStatement(license: WordedLicense, title: string): readonly { text: string; isStrong?: boolean }[] {
  const { licenseUsage, licenseType, licenseAssignee, licenseAssignor, licenseExclusive, status } = license;
  const representative = isHeldByCompany(licenseUsage) ? `, represented by ${licenseAssignee},` : "";
  return [
    { text: getLicenseHolder(license), isStrong: true },
    { text: `${representative} ${status === "valid" ? "holds" : "held"} ${licenseExclusive ? "an" : "a"} ` },
    { text: `${licenseExclusive ? "exclusive " : ""}${licenseType} license`, isStrong: true },
    { text: " to the artwork “" },
    { text: title },
    { text: "”, granted by " },
    { text: licenseAssignor, isStrong: true },
    { text: "." },
  ];
}

/** Rights of the holder, in the words of the licence's terms, with the examples that fit the holder. */
export function listAllowedUses(license: WordedLicense): {
  /** The sentence is `holder` followed by the rights. */
  readonly holder: string;
  readonly rights: string;
  readonly examples: readonly string[];
} {
  const { may, examples, companyExamples } = GRANTED[license.licenseType];
  const isBusiness = isHeldByCompany(license.licenseUsage);
  return {
    holder: getLicenseHolder(license),
    rights: ` ${may} For example:`,
    examples: isBusiness ? [...examples, ...companyExamples] : examples,
  };
}

interface NamedFact {
  readonly label: string;
  readonly value: string;
}

type Parties = Pick<License, "licenseUsage"> &
  Partial<Pick<License, "licenseCompany" | "licenseAssignee" | "licenseAssignor">>;

/** The parties with their roles, the holder first; parties with unknown names are left out. */
export function listParties({ licenseUsage, licenseCompany, licenseAssignee, licenseAssignor }: Parties): NamedFact[] {
  const isCompany = isHeldByCompany(licenseUsage);
  return [
    { label: "Licensed to", value: isCompany ? licenseCompany : licenseAssignee },
    { label: "Represented by", value: isCompany ? licenseAssignee : undefined },
    { label: "Granted by", value: licenseAssignor },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
}

/** The day in UTC, such as "5 November 2026 UTC", so that a document reads the same in every time zone. */
export const formatDay = (moment: string): string => `${formatDate(moment, DISPLAY.dayFormat, "UTC")} UTC`;

/** Replaces the permissions of a revoked licence. */
export const REVOKED = "REVOKED. This license no longer permits anything.";
