import type { SEARCH_TYPES } from "#shared/search-types.ts";
import { wordsOf } from "./words.ts";

/** What can be searched for; each kind has an index of its own. */
export type Kind = (typeof SEARCH_TYPES)[number];

/** Words of a document by weight, each joined by spaces: title, description, artist; or username, full name. */
export type Texts = readonly string[];

/** Longer prefixes are told apart when the document itself is read. */
const LONGEST_TERM = 24;

export const textsOf = (...fields: readonly string[]): Texts => fields.map((field) => wordsOf(field).join(" "));

const split = (text: string) => (text === "" ? [] : text.split(" "));

/** Under which list of the index a prefix stands. */
export const termOf = (prefix: string) => [...prefix].slice(0, LONGEST_TERM).join("");

/** Every prefix of every word, with the weightiest field that has it (0 is the weightiest). */
export function indexTermsOf(texts: Texts): Map<string, number> {
  const terms = new Map<string, number>();
  for (let field = texts.length - 1; field >= 0; field--) {
    for (const word of split(texts[field] ?? "")) {
      const letters = [...word].slice(0, LONGEST_TERM);
      for (let length = 1; length <= letters.length; length++) terms.set(letters.slice(0, length).join(""), field);
    }
  }
  return terms;
}

/** The distinct words of a document. */
export const vocabularyOf = (texts: Texts) => new Set(texts.flatMap(split));

/** A word of a query, and the words of the index that it may be a misspelling of. */
export interface QueryWord {
  readonly typed: string;
  readonly corrections: readonly string[];
}

/** Where a match stands: fewer misspelt words first, then the lower sum of fields, then the newer document. */
export interface Rank {
  readonly misspelt: number;
  readonly field: number;
  readonly number: number;
}

export const compareRanks = (a: Rank, b: Rank) => a.misspelt - b.misspelt || a.field - b.field || b.number - a.number;

const fieldOf = (texts: Texts, prefix: string) =>
  texts.findIndex((text) => text.startsWith(prefix) || text.includes(` ${prefix}`));

/** How a document matches all words of a query; `undefined` when it lacks one. */
export function rankOf(texts: Texts, number: number, queryWords: readonly QueryWord[]): Rank | undefined {
  let misspelt = 0;
  let sum = 0;
  for (const { typed, corrections } of queryWords) {
    const exact = fieldOf(texts, typed);
    const corrected = exact >= 0 ? [] : corrections.map((word) => fieldOf(texts, word)).filter((field) => field >= 0);
    if (exact < 0 && corrected.length === 0) return undefined;
    sum += exact >= 0 ? exact : Math.min(...corrected);
    if (exact < 0) misspelt++;
  }
  return { misspelt, field: sum, number };
}

/** The words of a query that say something of their own: "sun sunset" asks for no more than "sunset". */
export function wordsOfQuery(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}
