import { LICENSE_NAMES } from "#shared/certificate/words.ts";
import { LICENSE_USAGES, type LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import type { Choice } from "#web/ui/form/choice-field.tsx";

export const LICENSE_LABELS: Readonly<Record<LicenseType, { readonly name: string; readonly text: string }>> = {
  personal: { name: LICENSE_NAMES.personal, text: "For yourself: your wall, your screens, a gift." },
  commercial: { name: LICENSE_NAMES.commercial, text: "For your business: products, campaigns, clients." },
};

interface UsageLabels {
  readonly name: string;
  /** Within a sentence: "for a person". */
  readonly holder: string;
  readonly choice: Omit<Choice, "value">;
  /** Label of the holder's field. */
  readonly assigneeField: string;
  /** Buttons on the artwork's page. */
  readonly getFree: string;
  readonly buy: string;
  /** Accessible name of the buy button, with the licence's. */
  readonly buyNamed: (license: string) => string;
}

export const USAGE_LABELS: Readonly<Record<LicenseUsage, UsageLabels>> = {
  personal: {
    name: "Personal",
    holder: "a person",
    choice: { label: "Myself", text: "The license is in your own name." },
    assigneeField: "Name on the license",
    getFree: "Get for free",
    buy: "Buy",
    buyNamed: (license) => `Buy ${license}`,
  },
  business: {
    name: "Business",
    holder: "a business",
    choice: { label: "A business", text: "The license is in a company's name." },
    assigneeField: "Responsible person",
    getFree: "Get one for a business",
    buy: "Buy one for a business",
    buyNamed: (license) => `Buy one for a business, ${license}`,
  },
};

export const USAGE_CHOICES = LICENSE_USAGES.map((value) => ({ value, ...USAGE_LABELS[value].choice }));
