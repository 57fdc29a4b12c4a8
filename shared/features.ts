/** Features that a stage may switch off; production runs with none of these. */
export const FEATURES = ["payments", "discounts", "dashboard", "gif"] as const;

export type Feature = (typeof FEATURES)[number];

/** A stage says `tax` only where its deployment has Stripe calculate sales tax or VAT. */
export type FeatureSwitches = Readonly<Record<Feature, boolean>> & { readonly tax?: boolean | undefined };
