/** Features that a stage can switch off; all are on in production. */
export const FEATURES = ["payments", "discounts", "dashboard", "gif"] as const;

export type Feature = (typeof FEATURES)[number];

/** `tax` is set only where Stripe calculates sales tax or VAT for the stage. */
export type FeatureSwitches = Readonly<Record<Feature, boolean>> & { readonly tax?: boolean | undefined };
