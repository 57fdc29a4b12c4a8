import type { License } from "#shared/model/order.ts";
import type { LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import type { Choice } from "#web/ui/form/choice-field.tsx";

export const LICENSE_LABELS: Readonly<Record<LicenseType, { readonly name: string; readonly text: string }>> = {
  personal: { name: "Personal license", text: "For yourself: your wall, your screens, a gift." },
  commercial: { name: "Commercial license", text: "For your business: products, campaigns, clients." },
};

export const USAGE_CHOICES: readonly (Choice & { readonly value: LicenseUsage })[] = [
  { value: "personal", label: "Myself", text: "The license is in your own name." },
  { value: "business", label: "A business", text: "The license is in a company's name." },
];

/** The holder of a licence: the company or the person. */
export const licenseHolder = ({ licenseUsage, licenseCompany, licenseAssignee }: License): string =>
  licenseUsage === "business" ? licenseCompany : licenseAssignee;
