const hasVowel = /[aeiouy]/;
const DOUBLED = /([bdfgmnprt])\1$/;

/** Irregular plurals of things that pictures often show. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    children: "child",
    men: "man",
    women: "woman",
    snowmen: "snowman",
    feet: "foot",
    teeth: "tooth",
    geese: "goose",
    mice: "mouse",
    leaves: "leaf",
    wolves: "wolf",
    calves: "calf",
    elves: "elf",
    loaves: "loaf",
    shelves: "shelf",
    knives: "knife",
    scarves: "scarf",
    hooves: "hoof",
  }),
);

/** "mountain" of "mountains"; other words as they are. */
export function toSingular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular;
  if (/(ss|us|is)$/.test(word) || !word.endsWith("s")) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutEnding(word: string): string {
  const [, start = ""] = /^(.{3,})(?:ing|ed)$/.exec(word) ?? [];
  return hasVowel.test(start) ? start.replace(DOUBLED, "$1") : word;
}

/**
 * Stem shared by the forms of an English word: "mountains" and "mountain", "painted" and "painting". Not necessarily a word.
 * Light stemming, because titles are in many languages.
 */
export function stemWord(word: string): string {
  if (IRREGULAR.has(word)) return toSingular(word);
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const stem = withoutEnding(toSingular(word));
  return stem.length > 4 ? stem.replace(/e$/, "") : stem;
}
