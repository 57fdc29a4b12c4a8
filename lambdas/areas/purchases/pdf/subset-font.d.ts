declare module "subset-font" {
  /** A typeface in one weight of its axis, whole and as TrueType. */
  export default function subsetFont(
    typeface: Buffer,
    text: undefined,
    options: {
      readonly keepAllGlyphs: true;
      readonly targetFormat: "truetype";
      readonly variationAxes: { readonly wght: number };
    },
  ): Promise<Buffer>;
}
