/** Controls, line breaks, marks of writing direction, characters that are blank or look like a space, and what is none. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Of these what spells: joiners in words of other scripts, parts of an emoji or a Han character, and Arabic's signs of numbers. */
const SPELLING = new RegExp(
  [
    /(?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200C\u200D](?=\p{L})/u,
    /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\uFE0F?\u200D(?=\p{Extended_Pictographic})|\uFE0F)/u,
    /(?<=[\d#*])\uFE0F(?=\u20E3)/u,
    /(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{4,6}\u{E007F}/u,
    /(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]/u,
    /[\u0600-\u0605\u06DD\u08E2]/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

const SPELLING_OR_INVISIBLE = new RegExp(`(${SPELLING.source})|${INVISIBLE.source}`, "gu");

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

const hasInk = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const stripInvisible = (line: string) => line.replaceAll("\t", " ").replace(SPELLING_OR_INVISIBLE, "$1");

/** True if every character of a text is visible, so that no name imitates another or reverses the text beside it. */
export const isVisible = (text: string) => !INVISIBLE.test(text.replace(SPELLING, ""));

/** Visible part of a text with several lines, its breaks as `\n`; empty if no character has ink. */
export function visibleLines(text: string) {
  const shown = text.split(LINE_BREAK).map(stripInvisible).join("\n");
  return hasInk(shown) ? shown : "";
}

/** The same in one line. */
export const visibleLine = (text: string) => visibleLines(text.replace(LINE_BREAK, " "));

/** A text as it is compared: what looks the same by compatibility (NFKC) is the same, whatever joins or hides in it. */
export const comparableText = (text: string) =>
  text.normalize("NFKC").replace(/\s/gu, " ").replace(new RegExp(INVISIBLE, "gu"), "").normalize("NFKC");
