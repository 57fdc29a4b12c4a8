import fonts from "./fonts.json" with { type: "json" };

/**
 * Bricolage Grotesque (SIL Open Font License 1.1) in weights 400 and 700 as TrueType, with the characters of Latin
 * scripts. Made once with fonttools from the package `@fontsource-variable/bricolage-grotesque`: its three files are
 * pinned to a weight, merged and rid of hints.
 */
export const FONTS = { regular: Buffer.from(fonts.regular, "base64"), bold: Buffer.from(fonts.bold, "base64") };

const CHARACTERS: ReadonlySet<string> = new Set(fonts.characters);

/** Pictographs and their joiners, which a title may do without. */
const PICTOGRAPH = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u{fe0f}|\u{200d}/u;

/**
 * The text as the font can draw it: without pictographs, or replaced as a whole, for part of a name is no name. `place` is
 * where a text in a script that the font lacks can be read.
 */
export function toPrintable(text: string, place = "the certificate online"): string {
  const isPrintable = (character: string) => CHARACTERS.has(character);
  const kept = [...text.normalize("NFC")].filter((character) => isPrintable(character) || !PICTOGRAPH.test(character));
  const line = kept.join("").replace(/\s+/g, " ").trim();
  return line && [...line].every(isPrintable) ? line : `[in another script: see ${place}]`;
}
