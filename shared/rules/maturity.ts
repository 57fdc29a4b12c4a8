/**
 * Marks of mature work: its artist's and operators'. Their first letters differ from those of sources, because the table
 * stores the letters alone.
 */
export const MATURITY_MARKS = ["mature", "flagged"] as const;

export type MaturityMark = (typeof MATURITY_MARKS)[number];
