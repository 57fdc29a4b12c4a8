declare module "subset-font" {
  /** A variable typeface in one weight, complete, as TrueType. */
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
