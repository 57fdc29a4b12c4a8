import { type FoundDocument, readDocuments, readEntry, UNITS_OF_DOCUMENT } from "./documents.ts";
import { fillInOrder } from "./fill-in-order.ts";
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
import { openOrder, type Steps } from "./read-order.ts";
import type { OpenIndex } from "./search-table.ts";
import {
  compareRanks,
  FACET_FIELD,
  type FacetGroups,
  hasFacets,
  isOrder,
  type Kind,
  type Order,
  type QueryWord,
  type Rank,
  rankOf,
  type Sort,
  type Texts,
  termOf,
  wordsOfQuery,
} from "./terms.ts";

/** Read units for finding what to show, unless told; showing costs half a unit a result on top. */
const UNITS_FOR_FINDING = 5;

/** The same in an order, where more of the lists has to be known. */
const UNITS_FOR_ORDERING = 8;

/** Further words and groups of facets narrow the results by their documents alone. */
const MOST_LOOKED_UP = 6;

/** Words that a typed one is taken to mean at most. */
const MOST_CORRECTIONS = 4;

interface Question {
  readonly kind: Kind;
  /** May be empty where there are facets. */
  readonly query: string;
  readonly facets?: FacetGroups;
  /** What else a result's texts have to say; their lists don't tell it. */
  readonly accepts?: ((texts: Texts) => boolean) | undefined;
  /** Without words, "relevance" is newest first. */
  readonly sort?: Sort;
  /** Of an order, the steps that count. */
  readonly steps?: Steps | undefined;
  /** Whether to count the results, as far as the units of the first page go. */
  readonly counts?: boolean;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Read units that finding may take. */
  readonly units?: number;
}

/** How many results there are; at least so many where not everything was read. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

interface Search {
  readonly index: OpenIndex;
  readonly budget: ReadBudget;
  readonly kind: Kind;
  readonly facets: FacetGroups;
  readonly accepts: ((texts: Texts) => boolean) | undefined;
  readonly sort: Sort;
  readonly steps: Steps;
  readonly limit: number;
  /** Results so far, best first. */
  readonly page: FoundDocument[];
  /** Numbers already looked at. */
  readonly seen: Set<number>;
  /** Lists read from their front, by term, so that none is paid twice. */
  readonly readers: Map<string, ListReader>;
  /** Documents read so far; `undefined` for those that can't be found any more. */
  readonly documents: Map<number, FoundDocument | undefined>;
}

/** Every step of an order. */
const ALL_STEPS: Steps = { first: 0, last: 8999 };

/**
 * A page of what has every word of the query and a facet of each group, sorted; by relevance it is best first, without
 * words newest first. Misspellings are forgiven when nothing has the words as they are typed. Costs at most five read
 * units, in an order eight, or as many as are given, and half a one for each result.
 */
export async function findPage(
  index: OpenIndex,
  {
    kind,
    query,
    facets = [],
    accepts,
    sort = "relevance",
    steps = ALL_STEPS,
    counts = false,
    cursor,
    limit,
    units = isOrder(sort) ? UNITS_FOR_ORDERING : UNITS_FOR_FINDING,
  }: Question,
): Promise<{ readonly found: FoundDocument[]; readonly total: Total | undefined }> {
  const words = wordsOfQuery(query);
  if (words.length + facets.length === 0 && !isOrder(sort)) return { found: [], total: undefined };
  const budget = createReadBudget(units + limit * UNITS_OF_DOCUMENT);
  const search: Search = {
    index,
    budget,
    kind,
    facets,
    accepts,
    sort,
    steps,
    limit,
    page: [],
    seen: new Set(),
    readers: new Map(),
    documents: new Map(),
  };
  const typed = words.map((word) => ({ typed: word, corrections: [] }));
  if (!cursor) {
    let queryWords: readonly QueryWord[] = typed;
    await fillPage(search, typed, undefined);
    if (search.page.length === 0) {
      queryWords = await withCorrections(search, words);
      if (queryWords.some(({ corrections }) => corrections.length > 0)) await fillPage(search, queryWords, undefined);
    }
    return { found: search.page, total: counts ? await countMatches(search, queryWords) : undefined };
  }
  const entry = await readEntry(index, budget, kind, cursor);
  if (!entry) return { found: [], total: undefined };
  const place = rankOf(entry.texts, entry.number, typed, sort);
  if (place) await fillPage(search, typed, place);
  else {
    const queryWords = await withCorrections(search, words);
    // What was edited since and matches no more leaves its reader at the front, where nothing is missed.
    await fillPage(
      search,
      queryWords,
      rankOf(entry.texts, entry.number, queryWords, sort) ?? { misspelt: 0, field: 0, number: entry.number },
    );
  }
  return { found: search.page, total: undefined };
}

export const findMatches = async (index: OpenIndex, question: Question) => (await findPage(index, question)).found;

/** Counts what matches, as far as the units go that the page has left. */
async function countMatches(search: Search, queryWords: readonly QueryWord[]): Promise<Total> {
  const { budget, page, limit, accepts } = search;
  const words = openWords(search, queryWords, undefined);
  for (;;) {
    const { all, isWhole } = matchesOf(words);
    const certain = all.filter(({ isCertain }) => isCertain);
    const next = unreadIn(words).find(
      ({ field, bound, reader }) => !isWhole || isUnsure(all, reader, field, bound.number),
    );
    if (next && budget.left() >= UNITS_OF_LIST) {
      await next.reader.read(next.field, Math.min(4, Math.floor(budget.left() / UNITS_OF_LIST)));
      continue;
    }
    const isKnown = words.length > 0 && isWhole && certain.length === all.length;
    const isTold = !accepts && queryWords.length + search.facets.length <= MOST_LOOKED_UP;
    if (!isTold) return { count: page.length, isExact: isKnown && page.length < limit };
    return { count: Math.max(certain.length, page.length), isExact: isKnown };
  }
}

/** Whether an unread part of a list says of one of the matches that it is one. */
const isUnsure = (all: readonly Match[], reader: ListReader, field: number, below: number) =>
  reader.unread().has(field) && all.some(({ rank, isCertain }) => !isCertain && rank.number < below);

/** The list of a term from its front on, the same one whenever it is asked for. */
function readerOf({ index, budget, kind, readers }: Search, term: string, ofField?: number): ListReader {
  const reader = readers.get(term) ?? openList(index, budget, { kind, term, ofField });
  readers.set(term, reader);
  return reader;
}

/** The list of a word from its front on. */
const readerOfWord = (search: Search, word: string) => readerOf(search, termOf(word));

const canAfford = ({ budget, limit }: Search, units: number) => budget.left() - limit * UNITS_OF_DOCUMENT >= units;

/** What the words may have been meant to be. Where some are in no document, only those are taken for misspelt. */
async function withCorrections(search: Search, words: readonly string[]): Promise<QueryWord[]> {
  const unknown: string[] = [];
  for (const word of words) {
    const reader = readerOfWord(search, word);
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
  const { sort } = search;
  const words = openWords(search, queryWords, isOrder(sort) ? undefined : after);
  for (const reader of words.flatMap(({ exact, corrections }) => [...exact, ...corrections])) {
    if (reader.isUnstarted() && canAfford(search, UNITS_OF_LIST)) await reader.readFirst();
  }
  if (isOrder(sort)) return fillOrdered(search, { order: sort, words, queryWords, after });
  for (let step = 0; room(search) > 0; step++) {
    const unread = sort === "newest" ? byTime(unreadIn(words)) : unreadIn(words);
    const known = matchesOf(words);
    const { all, isWhole } = refineMatches(search, sort === "newest" ? timed(known) : known, queryWords, after);
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

/** By time what is unread can hold anything that is newer, whatever its field. */
const byTime = (unread: readonly Unread[]): Unread[] =>
  unread
    .map((part) => ({ ...part, bound: { ...part.bound, field: 0 } }))
    .sort((a, b) => compareRanks(a.bound, b.bound) || 0);

const timed = ({ all, isWhole }: Matches): Matches => ({
  all: all.map(({ rank, isCertain }) => ({ rank: { ...rank, field: 0 }, isCertain })),
  isWhole,
});

interface OrderedWords {
  readonly order: Order;
  readonly words: readonly WordReaders[];
  readonly queryWords: readonly QueryWord[];
  readonly after: Rank | undefined;
}

function fillOrdered(search: Search, { order, words, queryWords, after }: OrderedWords) {
  const { index, budget, kind, steps, seen, documents } = search;
  return fillInOrder({
    order: openOrder(index, budget, { kind, order, steps, after }),
    words,
    room: () => room(search),
    free: () => budget.left() - room(search) * UNITS_OF_DOCUMENT,
    wasSeen: (number) => seen.has(number),
    add: (matches) => addToPage(search, matches, queryWords),
    read: (numbers) => {
      const matches = numbers.map((number) => ({ rank: { misspelt: 0, field: 0, number }, isCertain: false }));
      return readMatches(search, matches, 0);
    },
    placeOf: (number) => {
      const document = documents.get(number);
      if (document) return placeOf(search, document, queryWords);
      return documents.has(number) ? undefined : null;
    },
  });
}

const room = ({ page, limit }: Search) => limit - page.length;

/** Few lists at first, since most pages need no more. */
const listsOfStep = (step: number) => (step < 4 ? 2 : 4);

/**
 * The longest words, which tend to be the rarest, then the facets. A list that a cursor's place is in is read from there:
 * that of a single word, and every facet's where there are no words, since all are in the order of results.
 */
function openWords(search: Search, queryWords: readonly QueryWord[], after: Rank | undefined): WordReaders[] {
  const { index, budget, kind, facets } = search;
  const looked = [...queryWords].sort((a, b) => b.typed.length - a.typed.length).slice(0, MOST_LOOKED_UP);
  const [only] = queryWords.length === 1 ? queryWords : [];
  const isByField = search.sort === "relevance";
  const from = isByField && after?.misspelt === 0 && only?.corrections.length === 0 ? after : undefined;
  const words = looked.map(({ typed, corrections }) => ({
    exact: [from ? openList(index, budget, { kind, term: termOf(typed), from }) : readerOfWord(search, typed)],
    corrections: corrections.map((word) => readerOfWord(search, word)),
  }));
  const groups = facets.slice(0, MOST_LOOKED_UP - words.length).map((group) => ({
    exact: group.map((term) =>
      after && queryWords.length === 0
        ? openList(index, budget, { kind, term, ofField: FACET_FIELD, from: after })
        : readerOf(search, term, FACET_FIELD),
    ),
    corrections: [],
  }));
  return [...words, ...groups];
}

/** Where a document stands among the results; `undefined` when it is none. */
const placeOf = (
  { facets, accepts, sort }: Search,
  { texts, number }: FoundDocument,
  queryWords: readonly QueryWord[],
) => (hasFacets(texts, facets) && accepts?.(texts) !== false ? rankOf(texts, number, queryWords, sort) : undefined);

/** The matches that are still to be shown; of those whose documents are read, what their own texts say. */
function refineMatches(
  search: Search,
  { all, isWhole }: Matches,
  queryWords: readonly QueryWord[],
  after: Rank | undefined,
): Matches {
  const { seen, documents } = search;
  const left = all.flatMap((match): Match[] => {
    const { number } = match.rank;
    if (seen.has(number)) return [];
    const document = documents.get(number);
    const rank = document ? placeOf(search, document, queryWords) : match.rank;
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
    if (document && placeOf(search, document, queryWords)) search.page.push(document);
  }
  return next.length > 0;
}
