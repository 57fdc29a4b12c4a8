/** Tokens of the figures of a day, the lowest in a bar first. */
export const CHART_COLORS = ["accent.solid", "fg.subtle"] as const;
