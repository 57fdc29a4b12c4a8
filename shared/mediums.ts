/** Mediums of a picture: the API's codes and their labels. */
export const MEDIUMS = {
  painting: "Painting",
  illustration: "Illustration",
  photograph: "Photograph",
  "3d": "3D",
  collage: "Collage",
  "pixel-art": "Pixel art",
  typography: "Typography",
  generative: "Generative",
  other: "Other",
} as const;

export type Medium = keyof typeof MEDIUMS;

/** The tags that an artwork is listed and searched by, including its medium. */
export const getListedTags = (tags: readonly string[], medium: Medium | "" | null | undefined): string[] => [
  ...new Set([...(medium && medium !== "other" ? [medium] : []), ...tags]),
];
