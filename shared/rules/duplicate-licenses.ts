import { type Agreement, isOfOwnKind } from "../license-terms.ts";
import { MESSAGES } from "../messages.ts";
import { isHeldByCompany, type LicenseUsage, normalizeCompany } from "./license-holder.ts";
import type { LicenseType } from "./license-options.ts";

export interface HeldLicense extends Agreement {
  readonly licenseUsage: LicenseUsage;
  readonly licenseType: LicenseType;
  /** For business licences only. */
  readonly licenseCompany: string;
}

export interface DuplicateLicense {
  readonly field: "licenseCompany" | "licenseType";
  readonly message: string;
}

/**
 * The reason why a buyer who holds `held` needs no `wanted` licence; undefined if there is none. Business licences differ by
 * company, a person's by licence type (docs/decisions/0023-licences.md). A licence with terms of its own duplicates none, and
 * none duplicates it. `held` are the licences in force.
 */
export function findDuplicateLicense(wanted: HeldLicense, held: readonly HeldLicense[]): DuplicateLicense | undefined {
  if (isOfOwnKind(wanted)) return undefined;
  const sameUsage = held.filter((one) => one.licenseUsage === wanted.licenseUsage && !isOfOwnKind(one));
  if (isHeldByCompany(wanted.licenseUsage)) {
    const company = normalizeCompany(wanted.licenseCompany);
    const taken = sameUsage.some(({ licenseCompany }) => normalizeCompany(licenseCompany) === company);
    return taken ? { field: "licenseCompany", message: MESSAGES.licenseCompanyExists } : undefined;
  }
  if (sameUsage.some(({ licenseType }) => licenseType === wanted.licenseType)) {
    return { field: "licenseType", message: MESSAGES.licenseAlreadyExists };
  }
  if (wanted.licenseType !== "commercial" && sameUsage.length > 0) {
    return { field: "licenseType", message: MESSAGES.licenseTypeSuperseded };
  }
  return undefined;
}
