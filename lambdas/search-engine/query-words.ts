import { computeRarity, type Synonyms } from "./engine.ts";
import { stemWord } from "./stem.ts";
import { isOneTypoApart, likeness, MIN_CORRECTED } from "./typos.ts";
import { isSign, splitWords } from "./words.ts";

/** Words without meaning beside others; searched only if alone. */
const STOP_WORDS = new Set(
  "a an and are as at be by for from in is it of on or that the this to was with le la les de du des et un une der das und il lo el los y".split(
    " ",
  ),
);

/** Most corrections of a typed word. */
const MAX_CORRECTIONS = 4;

/** Most words of a query; SQLite allows five hundred terms in a statement, OpenSearch a thousand clauses in a query. */
const MAX_WORDS = 12;

/** Characters of a query that are read; some unfold to eighteen. */
const MAX_CHARACTERS = 500;

/** A single letter is a prefix of too many words. */
const MIN_BEGINNING = 2;

/** Shorter words end many others by chance. */
const MIN_ENDING = 4;

/** Plurals of the languages that write compounds as one word: "Sonnenblumen", "zonnebloemen". */
const PLURALS = ["", "n", "en", "e", "er", "s"];

/** Most words of the same meaning, narrower or broader ones. */
const MAX_SYNONYMS = 24;

/**
 * A part of a longer word scores about as much as a typo of a word that isn't indexed, and a narrower word in a title less
 * than the word itself in tags.
 */
const FACTORS = { typed: 1, same: 0.6, part: 0.5, correction: 0.45, narrower: 0.4, broader: 0.4 } as const;

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
  /** Some tokens that end with one of these. */
  findLonger(endings: readonly string[]): Promise<string[]>;
  /** The number of documents, including hidden ones, and of those that match each list of ways. */
  count(ways: readonly (readonly Way[])[]): Promise<{ readonly all: number; readonly having: readonly number[] }>;
}

/** The distinct words of a query without stop words. */
function getContentWords(query: string): string[] {
  const words = [...new Set(splitWords(query))];
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, MAX_WORDS);
}

/** The spelling of a word in the query. */
const findSpelling = (query: string, word: string) =>
  query.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((spelling) => splitWords(spelling).join() === word) ?? word;

const withStems = (words: readonly string[]) => [...new Set(words.flatMap((word) => [word, stemWord(word)]))];

/** Indexed words that the typed one may be a misspelling of, likeliest first. */
async function findCorrections(lexicon: Lexicon, typed: string): Promise<string[]> {
  if ([...typed].length < MIN_CORRECTED - 1) return [];
  const alike = [...new Set(await lexicon.findAlike(typed))].filter(
    (word) => [...word].length >= MIN_CORRECTED && isOneTypoApart(word, typed),
  );
  const areShown = await lexicon.areShown(alike.map((word) => [word]));
  return alike
    .filter((_word, at) => areShown[at])
    .sort((a, b) => likeness(b, typed) - likeness(a, typed) || (a < b ? -1 : 1))
    .slice(0, MAX_CORRECTIONS);
}

/** Tokens that end with the typed word: "Sonnenblume" with "blume". */
const findCompounds = async (lexicon: Lexicon, typed: string) =>
  [...typed].length < MIN_ENDING ? [] : lexicon.findLonger(PLURALS.map((plural) => typed + plural));

/** Ways by synonyms that some document has. */
async function listSynonymWays(lexicon: Lexicon, { same, narrower, broader }: Synonyms): Promise<Way[]> {
  const graded = [
    { words: same, factor: FACTORS.same },
    { words: narrower, factor: FACTORS.narrower },
    { words: broader, factor: FACTORS.broader },
  ];
  const ways = graded
    .filter(({ words }) => words.length > 0)
    .map(({ words, factor }) => ({ tokens: withStems(words.slice(0, MAX_SYNONYMS)), factor }));
  const areShown = await lexicon.areShown(ways.map(({ tokens }) => tokens));
  return ways.filter((_way, at) => areShown[at]);
}

interface Options {
  /** True if the last word may be incomplete. */
  readonly isIncomplete?: boolean | undefined;
  readonly findSynonyms?: ((word: string) => Synonyms) | undefined;
}

interface Typed {
  readonly typed: string;
  readonly isIncomplete: boolean;
  /** True if a findable document has the word. */
  readonly isIndexed: boolean;
  readonly found: Synonyms;
}

async function listWays(lexicon: Lexicon, { typed, isIncomplete, isIndexed, found }: Typed): Promise<Way[]> {
  const synonyms = await listSynonymWays(lexicon, isIndexed ? { ...found, broader: [] } : found);
  // A word that finds something is neither misspelt nor a part of another: "sea" doesn't mean "seamless".
  const isFound = isIndexed || synonyms.length > 0;
  const canBegin = isSign(typed) || ((isIncomplete || !isFound) && [...typed].length >= MIN_BEGINNING);
  // English has few compounds in one word, and "rain" ends "train".
  const isEnglish = Object.values(found).some((words) => words.length > 0);
  const compounds = isFound || isEnglish ? [] : await findCompounds(lexicon, typed);
  const corrections = isFound ? [] : await findCorrections(lexicon, typed);
  return [
    // Documents with the word itself match its prefix too.
    { tokens: withStems([typed]), factor: FACTORS.typed - (canBegin ? FACTORS.part : 0) },
    ...synonyms,
    ...(canBegin ? [{ tokens: [typed], isBeginning: true, factor: FACTORS.part }] : []),
    ...(compounds.length > 0 ? [{ tokens: compounds, factor: FACTORS.part }] : []),
    ...corrections.map((word, at) => ({ tokens: [word], factor: FACTORS.correction / (1 + at / 10) })),
  ];
}

const findNone = (): Synonyms => ({ same: [], narrower: [], broader: [] });

/**
 * Words of a query with their alternatives: the typed word and its inflections, and synonyms; if no document has the word,
 * broader words; if none has these either, longer words with it and corrections.
 */
export async function parseQuery(
  lexicon: Lexicon,
  typed: string,
  { isIncomplete = false, findSynonyms = findNone }: Options,
): Promise<QueryWord[]> {
  const query = typed.slice(0, MAX_CHARACTERS);
  const words = getContentWords(query);
  const areIndexed = await lexicon.areShown(words.map((word) => withStems([word])));
  const ways = await Promise.all(
    words.map((typed, at) =>
      listWays(lexicon, {
        typed,
        isIncomplete: isIncomplete && at === words.length - 1,
        isIndexed: areIndexed[at] === true,
        found: findSynonyms(typed),
      }),
    ),
  );
  const { all, having } = await lexicon.count(ways);
  return words.map((typed, at) => ({
    typed: findSpelling(query, typed),
    ways: ways[at] ?? [],
    rarity: computeRarity(having[at] ?? 0, all),
  }));
}
