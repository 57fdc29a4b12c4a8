/** Colours that artwork can be searched by: the API's code, the label and the picker's swatch. */
export const COLORS = {
  red: { label: "Red", swatch: "#d42a2a" },
  orange: { label: "Orange", swatch: "#f08a24" },
  yellow: { label: "Yellow", swatch: "#f5d130" },
  green: { label: "Green", swatch: "#3d9a40" },
  teal: { label: "Teal", swatch: "#17a2a2" },
  blue: { label: "Blue", swatch: "#2b62d9" },
  purple: { label: "Purple", swatch: "#7d3cc8" },
  pink: { label: "Pink", swatch: "#ee6fb0" },
  brown: { label: "Brown", swatch: "#85502a" },
  black: { label: "Black", swatch: "#141414" },
  white: { label: "White and gray", swatch: "#e4e4e4" },
} as const;

export type Color = keyof typeof COLORS;

export const COLOR_CODES = Object.keys(COLORS) as [Color, ...Color[]];

/** Most colours of a picture. */
export const MAX_COLORS = 3;

/** Background for transparent pictures in previews and the viewer; black and white lines are both visible on it. */
export const GROUND = "#8f8a84";
