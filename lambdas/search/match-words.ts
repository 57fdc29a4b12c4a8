import type { ListReader } from "./read-list.ts";
import { compareRanks, type Rank } from "./terms.ts";

/** A word of the query: the documents that have it, and those that have what it may be a misspelling of. */
export interface WordReaders {
  /** One for a word; of facets one for each that will do. */
  readonly exact: readonly ListReader[];
  readonly corrections: readonly ListReader[];
}

/** A document that has every word, or may have: what isn't read of the lists can still hold it. */
export interface Match {
  /** Where it stands; of one that isn't certain, the best place it can have. */
  readonly rank: Rank;
  readonly isCertain: boolean;
}

type Part = { misspelt: number; field: number; isCertain: boolean };

const readersOf = ({ exact, corrections }: WordReaders) => [...exact, ...corrections];
const isRead = (word: WordReaders) => readersOf(word).every((reader) => reader.unread().size === 0);
const numbersOf = (word: WordReaders) => new Set(readersOf(word).flatMap(({ fields }) => [...fields.keys()]));

/** The field of a document in a list: read, or the weightiest in which it can still come. */
function fieldIn(reader: ListReader, number: number): Omit<Part, "misspelt"> | undefined {
  const field = reader.fields.get(number);
  if (field !== undefined) return { field, isCertain: true };
  let best = Number.POSITIVE_INFINITY;
  for (const [of, below] of reader.unread()) if (number < below) best = Math.min(best, of);
  return best === Number.POSITIVE_INFINITY ? undefined : { field: best, isCertain: false };
}

function bestField(readers: readonly ListReader[], number: number) {
  const fields = readers.flatMap((reader) => fieldIn(reader, number) ?? []);
  return fields.sort((a, b) => a.field - b.field || Number(b.isCertain) - Number(a.isCertain))[0];
}

function partOf({ exact, corrections }: WordReaders, number: number): Part | undefined {
  const typed = bestField(exact, number);
  if (typed) return { misspelt: 0, ...typed };
  const meant = bestField(corrections, number);
  return meant && { misspelt: 1, ...meant };
}

/** How a document matches all of the words, as far as their lists are read; `undefined` when it lacks one. */
export function matchOf(words: readonly WordReaders[], number: number): Match | undefined {
  const rank = { misspelt: 0, field: 0, number };
  let isCertain = true;
  for (const word of words) {
    const part = partOf(word, number);
    if (!part) return undefined;
    rank.misspelt += part.misspelt;
    rank.field += part.field;
    isCertain &&= part.isCertain;
  }
  return { rank, isCertain };
}

/** What is known of the matches. */
export interface Matches {
  /** Best first. */
  readonly all: readonly Match[];
  /** Whether every match is among these, because at least one word's lists are read to their ends. */
  readonly isWhole: boolean;
}

export function matchesOf(words: readonly WordReaders[]): Matches {
  const read = words.filter(isRead);
  const isWhole = read.length > 0;
  const [numbers = []] = (isWhole ? read : words).map(numbersOf).sort((a, b) => a.size - b.size);
  const matches = [...numbers].flatMap((number) => matchOf(words, number) ?? []);
  const all = isWhole ? matches : matches.filter(({ isCertain }) => isCertain);
  return { all: all.sort((a, b) => compareRanks(a.rank, b.rank)), isWhole };
}

/** Part of a list that isn't read. */
export interface Unread {
  readonly reader: ListReader;
  readonly field: number;
  /** No match that is first seen there ranks before this. */
  readonly bound: Rank;
}

/** What isn't read, the parts that can hold the best matches first. */
export function unreadIn(words: readonly WordReaders[]): Unread[] {
  const unread = words.flatMap(({ exact, corrections }) => [
    ...exact.flatMap((reader) => partsOf(reader, 0)),
    ...corrections.flatMap((reader) => partsOf(reader, 1)),
  ]);
  return unread.sort((a, b) => compareRanks(a.bound, b.bound) || 0);
}

const partsOf = (reader: ListReader, misspelt: number): Unread[] =>
  [...reader.unread()].map(([field, number]) => ({ reader, field, bound: { misspelt, field, number } }));

/** The matches, best first, before which nothing else can come. */
export function finalMatchesOf({ all, isWhole }: Matches, unread: readonly Unread[]): Match[] {
  const end = isWhole
    ? all.findIndex(({ isCertain }) => !isCertain)
    : all.findIndex(({ rank }) => unread.some(({ bound }) => compareRanks(rank, bound) > 0));
  return end < 0 ? [...all] : all.slice(0, end);
}

/**
 * Where to read on. Of several words first the newest of each field, so that at least the newest documents are known
 * whole; while those don't fill the page, where the least is known; then where the best matches can be.
 */
export function nextPart(unread: readonly Unread[], words: number, fillsPage: boolean): Unread | undefined {
  if (words === 1) return unread[0];
  const unbegun = unread.find(({ bound }) => bound.number === Number.POSITIVE_INFINITY);
  if (unbegun || fillsPage) return unbegun ?? unread[0];
  return [...unread].sort((a, b) => b.bound.number - a.bound.number)[0];
}
