import type { Kind } from "./document.ts";
import { type Replica, reversed, wordsTable } from "./replica.ts";
import { stemWord } from "./stem.ts";
import { isOneTypoApart, likeness, SHORTEST_MEANT, wholeSide } from "./typos.ts";
import { isSign, splitWords } from "./words.ts";

/** Words without meaning beside others; searched only if alone. */
const STOP_WORDS = new Set(
  "a an and are as at be by for from in is it of on or that the this to was with le la les de du des et un une der das und il lo el los y".split(
    " ",
  ),
);

/** Most corrections of a typed word. */
const MOST_CORRECTIONS = 4;

/** Most words of a query; SQLite allows five hundred terms in a statement. */
const MOST_WORDS = 12;

/** A single letter is a prefix of too many words. */
const SHORTEST_BEGINNING = 2;

/** Most words of the same meaning, narrower or broader ones. */
const MOST_SYNONYMS = 24;

/**
 * A part of a longer word scores about as much as a typo of a word that isn't indexed, and a narrower word in a title less
 * than the word itself in tags.
 */
const FACTORS = { typed: 1, same: 0.6, part: 0.5, correction: 0.45, narrower: 0.4, broader: 0.4 } as const;

/** One way in which a document can have a word of the query. */
interface Way {
  /** In FTS5's language. */
  readonly match: string;
  /** Weight relative to the typed word. */
  readonly factor: number;
}

/** Other words that a word finds. */
export interface Synonyms {
  readonly same: readonly string[];
  /** Kinds of it: poodles for a dog. */
  readonly narrower: readonly string[];
  /** More general words, for one that no document has: animals for a dog. */
  readonly broader: readonly string[];
}

export interface QueryWord {
  /** As typed, with accents and case. */
  readonly typed: string;
  readonly ways: readonly Way[];
  /** Higher for fewer matching documents. */
  readonly rarity: number;
}

const quoted = (token: string) => `"${token}"`;
const withStems = (words: readonly string[]) => [...new Set(words.flatMap((word) => [word, stemWord(word)]))];
const matchAny = (tokens: readonly string[]) => [...new Set(tokens)].map(quoted).join(" OR ");

/** The distinct words of a query without stop words. */
function getContentWords(query: string): string[] {
  const words = [...new Set(splitWords(query))];
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, MOST_WORDS);
}

/** The spelling of a word in the query. */
const findSpelling = (query: string, word: string) =>
  query.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((spelling) => splitWords(spelling).join() === word) ?? word;

/** True if any findable document matches. */
function isShown(replica: Replica, kind: Kind, match: string) {
  const table = wordsTable(kind);
  const select = `SELECT 1 FROM ${table} JOIN documents ON number = ${table}.rowid WHERE ${table} MATCH ? AND shown LIMIT 1`;
  return replica.all(select, match).length > 0;
}

/** Indexed words that the typed one may be a misspelling of, likeliest first. */
function findCorrections(replica: Replica, kind: Kind, typed: string): string[] {
  const letters = [...typed];
  if (letters.length < SHORTEST_MEANT - 1) return [];
  const side = wholeSide(letters.length);
  const [start, end] = [letters.slice(0, side).join(""), reversed(letters.slice(-side).join(""))];
  const select = (column: string) =>
    `SELECT word FROM vocabulary WHERE kind = ? AND ${column} >= ? AND ${column} < ? AND length(word) BETWEEN ? AND ?`;
  const [shortest, longest] = [Math.max(SHORTEST_MEANT, letters.length - 1), letters.length + 1];
  const found = [
    ...replica.all(select("word"), kind, start, `${start}\u{10ffff}`, shortest, longest),
    ...replica.all(select("reversed"), kind, end, `${end}\u{10ffff}`, shortest, longest),
  ].map(({ word }) => String(word));
  return [...new Set(found)]
    .filter((word) => isOneTypoApart(word, typed) && isShown(replica, kind, quoted(word)))
    .sort((a, b) => likeness(b, typed) - likeness(a, typed) || (a < b ? -1 : 1))
    .slice(0, MOST_CORRECTIONS);
}

/** Shorter words end many others by chance. */
const SHORTEST_ENDING = 4;

/** Most compounds with one ending. */
const MOST_COMPOUNDS = 8;

/** Plurals of the languages that write compounds as one word: "Sonnenblumen", "zonnebloemen". */
const PLURALS = ["", "n", "en", "e", "er", "s"];

/** Indexed words that end with the typed one: "Sonnenblume" with "blume". */
function findCompounds(replica: Replica, kind: Kind, typed: string): string[] {
  if ([...typed].length < SHORTEST_ENDING) return [];
  const select = `SELECT word FROM vocabulary WHERE kind = ? AND reversed > ? AND reversed < ? LIMIT ${MOST_COMPOUNDS}`;
  return PLURALS.map((plural) => reversed(typed + plural)).flatMap((end) =>
    replica.all(select, kind, end, `${end}\u{10ffff}`).map(({ word }) => String(word)),
  );
}

const countRows = (replica: Replica, sql: string, ...values: (string | number)[]) =>
  Number(replica.all(`SELECT count(*) AS count FROM ${sql}`, ...values)[0]?.count);

/** Ways by synonyms that some document has. */
function listSynonymWays(replica: Replica, kind: Kind, { same, narrower, broader }: Synonyms): Way[] {
  const graded = [
    { words: same, factor: FACTORS.same },
    { words: narrower, factor: FACTORS.narrower },
    { words: broader, factor: FACTORS.broader },
  ];
  return graded
    .filter(({ words }) => words.length > 0)
    .map(({ words, factor }) => ({ match: matchAny(withStems(words.slice(0, MOST_SYNONYMS))), factor }))
    .filter(({ match }) => isShown(replica, kind, match));
}

function listWays(replica: Replica, kind: Kind, typed: string, { isIncomplete, findSynonyms }: Typed): Way[] {
  const exact = matchAny(withStems([typed]));
  const isIndexed = isShown(replica, kind, exact);
  const found = findSynonyms(typed);
  const synonyms = listSynonymWays(replica, kind, isIndexed ? { ...found, broader: [] } : found);
  // A word that finds something is neither misspelt nor a part of another: "sea" doesn't mean "seamless".
  const isFound = isIndexed || synonyms.length > 0;
  const canBegin = isSign(typed) || ((isIncomplete || !isFound) && [...typed].length >= SHORTEST_BEGINNING);
  // English has few compounds in one word, and "rain" ends "train".
  const isEnglish = Object.values(found).some((words) => words.length > 0);
  const compounds = isFound || isEnglish ? [] : findCompounds(replica, kind, typed);
  const parts = [...(canBegin ? [`${quoted(typed)} *`] : []), ...compounds.map(quoted)].join(" OR ");
  const corrections = isFound ? [] : findCorrections(replica, kind, typed);
  return [
    // Documents with the word itself match its prefix too.
    { match: exact, factor: FACTORS.typed - (canBegin ? FACTORS.part : 0) },
    ...synonyms,
    ...(parts ? [{ match: parts, factor: FACTORS.part }] : []),
    ...corrections.map((word, at) => ({ match: quoted(word), factor: FACTORS.correction / (1 + at / 10) })),
  ];
}

const matchAnyWay = (ways: readonly Way[]) => ways.map(({ match }) => `(${match})`).join(" OR ");

/** The words, as typed, that a document doesn't match in any way. */
export const missingWords = (replica: Replica, kind: Kind, words: readonly QueryWord[], number: number): string[] =>
  words
    .filter(({ ways }) => {
      const table = wordsTable(kind);
      // FTS5 requires an integer rowid, and JavaScript's numbers are bound as reals.
      const isIt = `${table} MATCH ? AND rowid = CAST(? AS INTEGER)`;
      return countRows(replica, `${table} WHERE ${isIt}`, matchAnyWay(ways), number) === 0;
    })
    .map(({ typed }) => typed);

interface Typed {
  /** True if the last word may be incomplete. */
  readonly isIncomplete: boolean;
  readonly findSynonyms: (word: string) => Synonyms;
}

/**
 * Words of a query with their alternatives: the typed word and its inflections, and synonyms; if no document has the word,
 * broader words; if none has these either, longer words with it and corrections.
 */
export function parseQuery(
  replica: Replica,
  kind: Kind,
  query: string,
  { isIncomplete, findSynonyms }: Typed,
): QueryWord[] {
  const words = getContentWords(query);
  const all = countRows(replica, "documents WHERE kind = ?", kind);
  return words.map((typed, at) => {
    const ways = listWays(replica, kind, typed, {
      isIncomplete: isIncomplete && at === words.length - 1,
      findSynonyms,
    });
    const table = wordsTable(kind);
    const having = countRows(replica, `${table} WHERE ${table} MATCH ?`, matchAnyWay(ways));
    return { typed: findSpelling(query, typed), ways, rarity: Math.log2(1 + all / Math.max(1, having)) };
  });
}
