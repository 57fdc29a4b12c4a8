/** Features that a stage may switch off; production runs with none of these. */
export const FEATURES = ["payments", "discounts", "dashboard", "gif"] as const;

export type Feature = (typeof FEATURES)[number];

export type FeatureSwitches = Readonly<Record<Feature, boolean>>;
