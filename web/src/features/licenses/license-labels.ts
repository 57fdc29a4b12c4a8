import { LICENSE_NAMES } from "#shared/certificate/words.ts";
import type { LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { countLabel } from "#web/ui/labels.ts";

interface LicenseLabels {
  readonly name: string;
  /** Where a field's label says that it is a license. */
  readonly shortName: string;
  readonly text: string;
  /** The uses that a buyer would most likely take for included. */
  readonly excludes: string;
}

export const LICENSE_LABELS: Readonly<Record<LicenseType, LicenseLabels>> = {
  personal: {
    name: LICENSE_NAMES.personal,
    shortName: "Personal",
    text: "Personal use: your wall, your screens, a gift.",
    excludes: "Not for ads, products or anything that earns money.",
  },
  commercial: {
    name: LICENSE_NAMES.commercial,
    shortName: "Commercial",
    text: "Commercial use: products, campaigns, clients.",
    excludes: "Not for selling the picture itself as a print or file.",
  },
};

/** Such as "Commercial license", or "3 licenses", which may be of different types. */
export const licensesLabel = (type: LicenseType, count: number) =>
  count > 1 ? countLabel(count, "license") : LICENSE_LABELS[type].name;

interface UsageLabels {
  readonly name: string;
  /** Within a sentence: "for a person". */
  readonly holder: string;
  /** Label of the choice in whose name the license is. */
  readonly choice: string;
  /** Label of the person's field. */
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
    choice: "Mine",
    assigneeField: "Full name",
    getFree: "Get for free",
    buy: "Buy",
    buyNamed: (license) => `Buy ${license}`,
  },
  business: {
    name: "Business",
    holder: "a business",
    choice: "A company's",
    assigneeField: "Representative",
    getFree: "Get one for a business",
    buy: "Buy one for a business",
    buyNamed: (license) => `Buy one for a business, ${license}`,
  },
};
