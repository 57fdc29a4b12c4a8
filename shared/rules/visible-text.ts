/** Controls, line breaks, marks of writing direction, and characters that are blank or look like a space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Joiners inside a word, which Persian and Indic names are spelt with, and what joins or colours an emoji. */
const JOINERS =
  /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\uFE0F?\u200D(?=\p{Extended_Pictographic})|\uFE0F)/gu;

/** Whether every character of a text shows, so that no name passes for another or turns what stands beside it around. */
export const isVisible = (text: string) => !INVISIBLE.test(text.replace(JOINERS, ""));
