/** Colour tokens of a bar's segments, from the bottom. */
export const CHART_COLORS = ["accent.solid", "fg.subtle"] as const;
