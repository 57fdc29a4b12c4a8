/** Fontsource families, SIL Open Font License 1.1. Each letter is set in the first family that has it. */
export interface Family {
  readonly name: string;
  /**
   * Split into numbered parts because of its thousands of characters, as a variable font: packages with a file per weight are
   * ten times as large.
   */
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

/** A family's package. */
export const getPackage = ({ name, isSliced }: Family) => `@fontsource${isSliced ? "-variable" : ""}/${name}`;

/** A file of a family's package with some of its letters. */
export const findFile = ({ name, isSliced }: Family, part: string, weight: "400" | "700" | "{400,700}") =>
  `files/${name}-${part}-${isSliced ? "wght-normal.woff2" : `${weight}-normal.woff`}`;

/** Files of packages needed for drawing PDFs, as patterns below `node_modules`. */
export const TYPEFACE_FILES = [
  ...[FIRST_FAMILY, ...OTHER_FAMILIES].map(
    (family) =>
      `${getPackage(family)}/{LICENSE,unicode.json,${findFile(family, family.isSliced ? "[0-9]*" : "*", "{400,700}")}}`,
  ),
  "harfbuzzjs/{LICENSE,package.json,dist/harfbuzz-subset.wasm}",
];
