/** Families of the packages `@fontsource/…`, SIL Open Font License 1.1. A text's letters come from the first that has them. */
export interface Family {
  readonly name: string;
  /** Cut into numbered parts and in weight 400 alone, because it has thousands of signs: bold letters get a thicker line. */
  readonly isSliced?: true;
}

/** The site's own typeface. */
export const FIRST_FAMILY: Family = { name: "bricolage-grotesque" };

export const OTHER_FAMILIES: readonly Family[] = [
  { name: "noto-sans" },
  { name: "noto-sans-arabic" },
  { name: "noto-sans-hebrew" },
  { name: "noto-sans-thai" },
  { name: "noto-sans-jp", isSliced: true },
  { name: "noto-sans-kr", isSliced: true },
  { name: "noto-sans-sc", isSliced: true },
  { name: "noto-emoji", isSliced: true },
];

/** All that a function which draws PDFs reads of these packages, as patterns below `node_modules`. */
export const TYPEFACE_FILES = [FIRST_FAMILY, ...OTHER_FAMILIES].map(
  ({ name, isSliced }) =>
    `@fontsource/${name}/{LICENSE,unicode.json,files/*-${isSliced ? "[0-9]*-400" : "{400,700}"}-normal.woff}`,
);
