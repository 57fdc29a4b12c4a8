/** Controls, line breaks, direction marks, blank characters and noncharacters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Signs by which Indic scripts join consonants; a joiner after one chooses its form (RFC 5892, A.1 and A.2). */
const VIRAMA =
  "\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u0F84\\u1039\\u103A\\u17D2\\u1A60\\u1B44\\u1BAA\\uA9C0";

/**
 * Invisible characters that spelling needs: joiners in other scripts, variants of Mongolian letters and Han characters, parts
 * of emoji, and Arabic number signs.
 */
const SPELLING = new RegExp(
  [
    new RegExp(`(?<=[${VIRAMA}])[\\u200C\\u200D]`, "u"),
    /(?<=\p{Script=Arabic}\p{M}*)\u200D/u,
    /(?<=\p{Script=Mongolian})[\u180B-\u180F]/u,
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

/** Marks beyond the tenth of a letter: no script stacks as many, and they would cover adjacent lines. */
const STACKED = /(?<=\p{M}{10})\p{M}/gu;

const hasInk = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const stripInvisible = (line: string) => line.replaceAll("\t", " ").replace(SPELLING_OR_INVISIBLE, "$1");

/** Visible part of a text of several lines in NFC, with `\n` as line breaks; empty if nothing is visible. */
export function toVisibleLines(text: string) {
  const shown = text.split(LINE_BREAK).map(stripInvisible).join("\n").normalize("NFC").replace(STACKED, "");
  return hasInk(shown) ? shown : "";
}

/** Visible part of a text, in one line. */
export const toVisibleLine = (text: string) => toVisibleLines(text.replace(LINE_BREAK, " "));

/** True if every character of a line is visible, so that no name imitates another or reverses the text beside it. */
export const isVisible = (line: string) => toVisibleLine(line) === line.normalize("NFC");

/** A text normalized for comparison: NFKC, without joiners and hidden characters. */
export const toComparableText = (text: string) =>
  text.normalize("NFKC").replace(/\s/gu, " ").replace(new RegExp(INVISIBLE, "gu"), "").normalize("NFKC");

/** Firefox before 125 has none. */
const GRAPHEMES = "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : undefined;
const ASCII_LINE = /^[ -~]*$/;

/** A character with its marks and what is joined to it: close to a grapheme cluster. */
const WITH_MARKS = /\P{M}\p{M}*(?:\u200d\P{M}\p{M}*)*/gu;

const splitCharacters = (text: string): string[] =>
  GRAPHEMES ? Array.from(GRAPHEMES.segment(text), ({ segment }) => segment) : (text.match(WITH_MARKS) ?? []);

/** Length of a text in characters (grapheme clusters): 1 for a composed emoji or a letter with its marks. */
export const countCharacters = (text: string) => (ASCII_LINE.test(text) ? text.length : splitCharacters(text).length);

/** The longest emoji have 15 UTF-16 units; no real letter has as many marks. */
const UNITS_PER_CHARACTER = 16;
/** Stripe's maximum, and an item of the table holds 400 KB. */
const MAX_UNITS = 20_000;

/** Bound in units of UTF-16 of a text of `max` characters, since one character can carry any number of marks. */
export const maxUnits = (max: number) => Math.min(max * UNITS_PER_CHARACTER, MAX_UNITS);

/** True if a text has at most `max` characters. */
export const fits = (text: string, max: number) => text.length <= maxUnits(max) && countCharacters(text) <= max;

/** The first `max` characters of a text, none of them cut. */
export const takeCharacters = (text: string, max: number) =>
  text.length <= max ? text : splitCharacters(text).slice(0, max).join("");

/** Cuts a text to `max` characters, with an ellipsis at the end if it is longer. */
export const shorten = (text: string, max: number) =>
  countCharacters(text) > max ? `${takeCharacters(text, max - 1).trimEnd()}…` : text;
