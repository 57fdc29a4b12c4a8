/** What a stage may switch off; production runs with none of these (specification, section 9). */
export const FEATURES = ["payments", "discounts", "dashboard", "gif"] as const;

export type Feature = (typeof FEATURES)[number];

export type FeatureSwitches = Readonly<Record<Feature, boolean>>;
