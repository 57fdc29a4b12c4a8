import { computeRarity } from "./engine.ts";
import { stemWord } from "./stem.ts";
import { isOneTypoApart, likeness, SHORTEST_MEANT } from "./typos.ts";
import { isSign, splitWords } from "./words.ts";

/** Words without meaning beside others; searched only if alone. */
const STOP_WORDS = new Set(
  "a an and are as at be by for from in is it of on or that the this to was with le la les de du des et un une der das und il lo el los y".split(
    " ",
  ),
);

/** Most corrections of a typed word. */
const MOST_CORRECTIONS = 4;

/** Most words of a query; SQLite allows five hundred terms in a statement, OpenSearch a thousand clauses in a query. */
const MOST_WORDS = 12;

/** A single letter is a prefix of too many words. */
const SHORTEST_BEGINNING = 2;

/** A prefix match scores about as much as a typo of a word that isn't indexed. */
const FACTORS = { typed: 1, synonym: 0.6, beginning: 0.5, correction: 0.45 } as const;

/** One way in which a document can have a word of the query. */
export interface Way {
  /** Any of these tokens. */
  readonly tokens: readonly string[];
  /** True for all tokens that begin so. */
  readonly isBeginning?: boolean;
  /** Weight relative to the typed word. */
  readonly factor: number;
}

export interface QueryWord {
  /** As typed, with accents and case. */
  readonly typed: string;
  readonly ways: readonly Way[];
  /** Higher for fewer matching documents. */
  readonly rarity: number;
}

/** The tokens of an index. */
export interface Lexicon {
  /** For each list of tokens, true if a findable document has any. */
  areShown(tokens: readonly (readonly string[])[]): Promise<boolean[]>;
  /** Tokens of about the same spelling; more than are corrections. */
  findAlike(typed: string): Promise<string[]>;
  /** The number of documents, including hidden ones, and of those that match each list of ways. */
  count(ways: readonly (readonly Way[])[]): Promise<{ readonly all: number; readonly having: readonly number[] }>;
}

/** The distinct words of a query without stop words. */
function getContentWords(query: string): string[] {
  const words = [...new Set(splitWords(query))];
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, MOST_WORDS);
}

/** The spelling of a word in the query. */
const findSpelling = (query: string, word: string) =>
  query.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((spelling) => splitWords(spelling).join() === word) ?? word;

const withStems = (words: readonly string[]) => [...new Set(words.flatMap((word) => [word, stemWord(word)]))];

/** Indexed words that the typed one may be a misspelling of, likeliest first. */
async function findCorrections(lexicon: Lexicon, typed: string): Promise<string[]> {
  if ([...typed].length < SHORTEST_MEANT - 1) return [];
  const alike = [...new Set(await lexicon.findAlike(typed))].filter((word) => isOneTypoApart(word, typed));
  const areShown = await lexicon.areShown(alike.map((word) => [word]));
  return alike
    .filter((_word, at) => areShown[at])
    .sort((a, b) => likeness(b, typed) - likeness(a, typed) || (a < b ? -1 : 1))
    .slice(0, MOST_CORRECTIONS);
}

type FindSynonyms = (word: string) => readonly string[];

interface Typed {
  readonly typed: string;
  /** Only the last word may be incomplete. */
  readonly isLast: boolean;
  /** True if a findable document has the word. */
  readonly isIndexed: boolean;
  readonly corrections: readonly string[];
}

function listWays({ typed, isLast, isIndexed, corrections }: Typed, findSynonyms: FindSynonyms): Way[] {
  const synonyms = withStems(withStems([typed]).flatMap(findSynonyms));
  const canBegin = isSign(typed) || ((isLast || !isIndexed) && [...typed].length >= SHORTEST_BEGINNING);
  return [
    // Documents with the word itself match its prefix too.
    { tokens: withStems([typed]), factor: FACTORS.typed - (canBegin ? FACTORS.beginning : 0) },
    ...(synonyms.length > 0 ? [{ tokens: synonyms, factor: FACTORS.synonym }] : []),
    ...(canBegin ? [{ tokens: [typed], isBeginning: true, factor: FACTORS.beginning }] : []),
    ...corrections.map((word, at) => ({ tokens: [word], factor: FACTORS.correction / (1 + at / 10) })),
  ];
}

/**
 * Words of a query with their alternatives: the typed word and its inflections, synonyms, words with this prefix, and
 * corrections if no document has the word.
 */
export async function parseQuery(lexicon: Lexicon, query: string, findSynonyms: FindSynonyms): Promise<QueryWord[]> {
  const words = getContentWords(query);
  const areIndexed = await lexicon.areShown(words.map((word) => withStems([word])));
  const corrections = await Promise.all(
    words.map((word, at) => (areIndexed[at] ? [] : findCorrections(lexicon, word))),
  );
  const ways = words.map((typed, at) =>
    listWays(
      {
        typed,
        isLast: at === words.length - 1,
        isIndexed: areIndexed[at] === true,
        corrections: corrections[at] ?? [],
      },
      findSynonyms,
    ),
  );
  const { all, having } = await lexicon.count(ways);
  return words.map((typed, at) => ({
    typed: findSpelling(query, typed),
    ways: ways[at] ?? [],
    rarity: computeRarity(having[at] ?? 0, all),
  }));
}
