/** Letters that Unicode doesn't take apart and people type without their stroke or ligature. */
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

/** Accents of alphabets; the vowel signs of Indic scripts are marks too and have to stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a]/g;
const APOSTROPHES = /['’‘ʼ`´]/g;

/** Scripts without spaces: each character is a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

/** The words of a text as they are compared: without case, accents (NFKD) and punctuation, in order. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþħı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(APOSTROPHES, "");
  return folded.match(WORD) ?? [];
}
