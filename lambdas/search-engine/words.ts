import { stemWord } from "./stem.ts";

/** Raise it when the tokens or a table of the file's SCHEMA change: what was indexed in another format is indexed again. */
export const FORMAT = 2;

/** Letters that Unicode doesn't decompose and people type without stroke or ligature. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};

/** Accents of alphabets; vowel signs of Indic scripts are marks too but stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a]/g;
const VARIATIONS = /\p{Variation_Selector}/gu;
const APOSTROPHES = /[’‘ʼ`´]/g;
const HYPHENS = /[\u2010\u2011]/g;

const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]`;
/** Scripts without spaces whose words a dictionary knows. */
const SEGMENTED = String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const LETTER = String.raw`(?:(?!${UNSPACED}|${SEGMENTED})[\p{L}\p{N}\p{M}])`;
/** A run without spaces between words, of two kinds; an emoji, or a word with parts joined by hyphens and apostrophes. */
const PIECE = new RegExp(
  String.raw`(${UNSPACED}+)|(${SEGMENTED}+)|(\p{Extended_Pictographic})|${LETTER}+(?:['-]${LETTER}+)*`,
  "gu",
);

/** French and Italian articles and the like that lose their vowel before another. */
const ELIDED = new Set(
  "l d j m t s n c qu jusqu lorsqu puisqu quoiqu dell nell sull all dall coll un quest quell bell sant gl".split(" "),
);

/** Longer words are cut: nobody types them. */
const MAX_WORD_LENGTH = 40;

const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .replace(VARIATIONS, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþħı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, "-");

/** "l'ete" becomes "ete", "artist's" "artist", "don't" "dont". */
function withoutElision(part: string): string {
  const pieces = part.split("'");
  while (pieces.length > 1 && ELIDED.has(pieces[0] ?? "")) pieces.shift();
  if (pieces.length > 1 && pieces.at(-1) === "s") pieces.pop();
  return pieces.join("");
}

/** Neighbours of a run without spaces; a single sign is a word itself. */
function toBigrams(run: string): string[] {
  const signs = [...run];
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => (signs[at] ?? "") + sign);
}

const segmenter = new Intl.Segmenter("th", { granularity: "word" });

/** The words of a run in Thai, Lao, Khmer or Burmese. */
const segmentWords = (run: string) =>
  [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment.slice(0, MAX_WORD_LENGTH)] : [],
  );

interface Piece {
  readonly words: readonly string[];
  /** Further tokens that find the piece. */
  readonly also: readonly string[];
}

function splitPieces(text: string): Piece[] {
  return [...fold(text).matchAll(PIECE)].map(([piece, run, segmented, emoji]): Piece => {
    // The last character starts no bigram, and a search for one character is a prefix search.
    if (run) return { words: toBigrams(run), also: run.length > 1 ? [run.slice(-1)] : [] };
    if (segmented) return { words: segmentWords(segmented), also: [] };
    if (emoji) return { words: [emoji], also: [] };
    const words = piece.split("-").map((part) => withoutElision(part).slice(0, MAX_WORD_LENGTH));
    return { words, also: words.length > 1 ? [words.join("").slice(0, MAX_WORD_LENGTH)] : [] };
  });
}

/** The words of a text in order, without case, accents and punctuation. */
export const splitWords = (text: string): string[] => splitPieces(text).flatMap(({ words }) => words);

/** All tokens of a text: words, stems, and hyphenated words joined. */
export const tokenize = (text: string): string[] =>
  splitPieces(text).flatMap(({ words, also }) => [
    ...words.flatMap((word) => (stemWord(word) === word ? [word] : [word, stemWord(word)])),
    ...also,
  ]);

const SIGN = new RegExp(`^${UNSPACED}$`, "u");

/** True for a single character of a script without spaces, a prefix of its bigrams. */
export const isSign = (word: string) => SIGN.test(word);
