import { LICENSE_USAGES, type LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import type { Choice } from "#web/ui/form/choice-field.tsx";

export const LICENSE_LABELS: Readonly<Record<LicenseType, { readonly name: string; readonly text: string }>> = {
  personal: { name: "Personal license", text: "For yourself: your wall, your screens, a gift." },
  commercial: { name: "Commercial license", text: "For your business: products, campaigns, clients." },
};

interface UsageLabels {
  readonly name: string;
  /** In a sentence, "for a person". */
  readonly holder: string;
  readonly choice: Omit<Choice, "value">;
  /** The person in the form, and on what was bought. */
  readonly assigneeField: string;
  readonly assignee: string;
}

export const USAGE_LABELS: Readonly<Record<LicenseUsage, UsageLabels>> = {
  personal: {
    name: "Personal",
    holder: "a person",
    choice: { label: "Myself", text: "The license is in your own name." },
    assigneeField: "Name on the license",
    assignee: "Licensed to",
  },
  business: {
    name: "Business",
    holder: "a business",
    choice: { label: "A business", text: "The license is in a company's name." },
    assigneeField: "Responsible person",
    assignee: "Responsible person",
  },
};

export const USAGE_CHOICES = LICENSE_USAGES.map((value) => ({ value, ...USAGE_LABELS[value].choice }));
