import { type FoundDocument, readDocuments, readEntry, UNITS_OF_DOCUMENT } from "./documents.ts";
import { findCorrections, UNITS_OF_CORRECTIONS } from "./find-corrections.ts";
import {
  finalMatchesOf,
  type Match,
  type Matches,
  matchesOf,
  nextPart,
  type Unread,
  unreadIn,
  type WordReaders,
} from "./match-words.ts";
import { createReadBudget, type ReadBudget } from "./read-budget.ts";
import { type ListReader, openList, UNITS_OF_LIST } from "./read-list.ts";
import type { OpenIndex } from "./search-table.ts";
import { compareRanks, type Kind, type QueryWord, type Rank, rankOf, wordsOfQuery } from "./terms.ts";

/** Read units for finding what to show; showing costs half a unit a result on top. */
const UNITS_FOR_FINDING = 5;

/** Further words narrow the results by their documents alone. */
const MOST_WORDS_LOOKED_UP = 6;

/** Words that a typed one is taken to mean at most. */
const MOST_CORRECTIONS = 4;

interface Question {
  readonly kind: Kind;
  readonly query: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Search {
  readonly index: OpenIndex;
  readonly budget: ReadBudget;
  readonly kind: Kind;
  readonly limit: number;
  /** Results so far, best first. */
  readonly page: FoundDocument[];
  /** Numbers already looked at. */
  readonly seen: Set<number>;
  /** Lists read from their front, by word, so that none is paid twice. */
  readonly readers: Map<string, ListReader>;
  /** Documents read so far; `undefined` for those that can't be found any more. */
  readonly documents: Map<number, FoundDocument | undefined>;
}

/**
 * A page of what has every word of the query, best first. Misspellings are forgiven when nothing has the words as they
 * are typed. Costs at most five read units and half a one for each result.
 */
export async function findMatches(
  index: OpenIndex,
  { kind, query, cursor, limit }: Question,
): Promise<FoundDocument[]> {
  const words = wordsOfQuery(query);
  if (words.length === 0) return [];
  const budget = createReadBudget(UNITS_FOR_FINDING + limit * UNITS_OF_DOCUMENT);
  const search: Search = {
    index,
    budget,
    kind,
    limit,
    page: [],
    seen: new Set(),
    readers: new Map(),
    documents: new Map(),
  };
  const typed = words.map((word) => ({ typed: word, corrections: [] }));
  if (!cursor) {
    await fillPage(search, typed, undefined);
    if (search.page.length > 0) return search.page;
    const queryWords = await withCorrections(search, words);
    if (queryWords.some(({ corrections }) => corrections.length > 0)) await fillPage(search, queryWords, undefined);
    return search.page;
  }
  const entry = await readEntry(index, kind, cursor, budget);
  if (!entry) return [];
  const place = rankOf(entry.texts, entry.number, typed);
  if (place) await fillPage(search, typed, place);
  else {
    const queryWords = await withCorrections(search, words);
    // What was edited since and matches no more leaves its reader at the front, where nothing is missed.
    await fillPage(
      search,
      queryWords,
      rankOf(entry.texts, entry.number, queryWords) ?? { misspelt: 0, field: 0, number: entry.number },
    );
  }
  return search.page;
}

/** The list of a word from its front on, the same one whenever it is asked for. */
function readerOf({ index, budget, kind, readers }: Search, word: string): ListReader {
  const reader = readers.get(word) ?? openList(index, budget, kind, word);
  readers.set(word, reader);
  return reader;
}

const canAfford = ({ budget, limit }: Search, units: number) => budget.left() - limit * UNITS_OF_DOCUMENT >= units;

/** What the words may have been meant to be. Where some are in no document, only those are taken for misspelt. */
async function withCorrections(search: Search, words: readonly string[]): Promise<QueryWord[]> {
  const unknown: string[] = [];
  for (const word of words) {
    const reader = readerOf(search, word);
    if (reader.isUnstarted() && canAfford(search, UNITS_OF_LIST)) await reader.readFirst();
    if (reader.fields.size === 0 && reader.unread().size === 0) unknown.push(word);
  }
  const queryWords: QueryWord[] = [];
  for (const typed of words) {
    const isSuspect = (unknown.length === 0 || unknown.includes(typed)) && canAfford(search, UNITS_OF_CORRECTIONS);
    const found = isSuspect ? await findCorrections(search.index, search.budget, search.kind, typed) : [];
    queryWords.push({ typed, corrections: found.slice(0, MOST_CORRECTIONS) });
  }
  return queryWords;
}

/** Adds to the page what comes after a place, until it is full, all is read or the units are spent. */
async function fillPage(search: Search, queryWords: readonly QueryWord[], after: Rank | undefined) {
  const words = openWords(search, queryWords, after);
  for (const reader of words.flatMap(({ exact, corrections }) => [exact, ...corrections])) {
    if (reader.isUnstarted() && canAfford(search, UNITS_OF_LIST)) await reader.readFirst();
  }
  for (let step = 0; room(search) > 0; step++) {
    const unread = unreadIn(words);
    const { all, isWhole } = refineMatches(search, matchesOf(words), queryWords, after);
    if (await addToPage(search, finalMatchesOf({ all, isWhole }, unread), queryWords)) continue;
    // So few are left that reading them is cheaper than reading on in the lists.
    if (isWhole && all.length <= room(search)) {
      if (await readMatches(search, all, 0)) continue;
      return;
    }
    const certain = all.filter(({ isCertain }) => isCertain);
    const next = nextPart(unread, words.length, certain.length >= room(search));
    if (next && (await readMore(search, next, words.length === 1 ? listsOfStep(step) : 1))) continue;
    // The lists have said what the units go for; the likeliest documents say the rest themselves.
    const missing = Math.max(0, room(search) - certain.length);
    const uncertain = all.filter(({ isCertain }) => !isCertain).slice(0, missing);
    if (await readMatches(search, uncertain, certain.length)) continue;
    if (!(await addToPage(search, certain, queryWords))) return;
  }
}

const room = ({ page, limit }: Search) => limit - page.length;

/** Few lists at first, since most pages need no more. */
const listsOfStep = (step: number) => (step < 4 ? 2 : 4);

/** The longest words, which tend to be the rarest. A list that a cursor's place is in is read from there. */
function openWords(search: Search, queryWords: readonly QueryWord[], after: Rank | undefined): WordReaders[] {
  const { index, budget, kind } = search;
  const looked = [...queryWords].sort((a, b) => b.typed.length - a.typed.length).slice(0, MOST_WORDS_LOOKED_UP);
  const canSkip = queryWords.length === 1 && after?.misspelt === 0 && queryWords[0]?.corrections.length === 0;
  return looked.map(({ typed, corrections }) => ({
    exact: canSkip ? openList(index, budget, kind, typed, after) : readerOf(search, typed),
    corrections: corrections.map((word) => readerOf(search, word)),
  }));
}

/** The matches that are still to be shown; of those whose documents are read, what their own texts say. */
function refineMatches(
  { seen, documents }: Search,
  { all, isWhole }: Matches,
  queryWords: readonly QueryWord[],
  after: Rank | undefined,
): Matches {
  const left = all.flatMap((match): Match[] => {
    const { number } = match.rank;
    if (seen.has(number)) return [];
    const document = documents.get(number);
    const rank = document ? rankOf(document.texts, number, queryWords) : match.rank;
    if (!rank || (!document && documents.has(number))) return [];
    const isCertain = match.isCertain || document !== undefined;
    return isCertain && after && compareRanks(rank, after) <= 0 ? [] : [{ rank, isCertain }];
  });
  return { all: left.sort((a, b) => compareRanks(a.rank, b.rank)), isWhole };
}

/** Reads on in a list, as far as the units go that a full page leaves. */
async function readMore(search: Search, { reader, field }: Unread, lists: number) {
  const free = search.budget.left() - room(search) * UNITS_OF_DOCUMENT;
  if (free < UNITS_OF_LIST) return false;
  await reader.read(field, Math.min(lists, Math.floor(free / UNITS_OF_LIST)));
  return true;
}

/**
 * Reads documents that aren't read yet, as many as the units go for that so many others leave; answers whether there
 * were any.
 */
async function readMatches({ index, budget, kind, documents }: Search, matches: readonly Match[], others: number) {
  const unknown = matches.map(({ rank }) => rank.number).filter((number) => !documents.has(number));
  const affordable = unknown.slice(0, Math.max(0, Math.floor(budget.left() / UNITS_OF_DOCUMENT) - others));
  const found = await readDocuments(index, budget, kind, affordable);
  for (const number of affordable) documents.set(number, found.get(number));
  return affordable.length > 0;
}

/** Adds the best matches that are still there and still match; answers whether there were any to look at. */
async function addToPage(
  search: Search,
  matches: readonly Match[],
  queryWords: readonly QueryWord[],
): Promise<boolean> {
  const next = matches.slice(0, room(search));
  await readMatches(search, next, 0);
  for (const { rank } of next) {
    search.seen.add(rank.number);
    const document = search.documents.get(rank.number);
    if (document && rankOf(document.texts, rank.number, queryWords)) search.page.push(document);
  }
  return next.length > 0;
}
