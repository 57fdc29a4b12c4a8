import type { SEARCH_TYPES } from "#shared/search-types.ts";
import { wordsOf } from "./words.ts";

/** What can be searched for; each kind has an index of its own. */
export type Kind = (typeof SEARCH_TYPES)[number];

/**
 * What a document is found by, each part joined by spaces: the words of its title, description, artist and tags, then its
 * facets; or those of username and full name. A stored index keeps these places, so a new part goes to the end.
 */
export type Texts = readonly string[];

/** The field of each part of words, from the weightiest, 0, on. */
const FIELDS: readonly number[] = [0, 2, 3, 1];

/** The part that holds facets: exact terms with a colon, which no word has. */
const FACETS = FIELDS.length;

const TAG = "tag:";

/** The facet of works with a tag. */
export const tagFacet = (tag: string): Facet => `${TAG}${tag}`;

/** The tag of a term; `undefined` for any other term. */
export const tagOfTerm = (term: string) => (term.startsWith(TAG) ? term.slice(TAG.length) : undefined);

/** All facets stand in this field of their lists. */
export const FACET_FIELD = 0;

/** The field of the words of an artist's name. */
export const ARTIST_FIELD = 3;

/** The parts of words, the weightiest last. */
const PARTS = FIELDS.map((field, part) => ({ field, part })).sort((a, b) => b.field - a.field);

/** An exact term of the index, such as `tag:forest`; its value has no spaces. */
export type Facet = `${string}:${string}`;

/** What works can be put in order by: each has lists of its own, whose fields are the steps of the order. */
export const ORDERS = ["price", "commercial", "popular"] as const;
export type Order = (typeof ORDERS)[number];

/** Fields from here on are steps of an order, the first one first. */
export const FIRST_STEP = 1000;

const STEP = /^~([a-z]+):(\d+)$/;

/** Where a work stands in an order, as one of its facets; steps are below 9,000. */
export const stepFacet = (order: Order, step: number): Facet => `~${order}:${step}`;

/** Under which list an order stands; no word and no tag begins so. */
export const termOfOrder = (order: Order) => `~${order}`;

/** A document's step of an order; `undefined` where it has none. */
export function stepOf(texts: Texts, order: Order): number | undefined {
  const step = facetsOf(texts).find((facet) => facet.startsWith(`~${order}:`));
  return step === undefined ? undefined : Number(step.slice(order.length + 2));
}

/** Longer prefixes are told apart when the document itself is read. */
const LONGEST_TERM = 24;

/** Parts that hold nothing are left out at the end, so that what has no facets is stored as before there were any. */
export function textsOf(fields: readonly string[], facets: readonly Facet[] = []): Texts {
  const texts = fields.map((field) => wordsOf(field).join(" "));
  if (facets.length > 0) texts[FACETS] = facets.join(" ");
  const last = texts.findLastIndex((text) => text !== "");
  return Array.from({ length: last + 1 }, (_, at) => texts[at] ?? "");
}

const split = (text: string) => (text === "" ? [] : text.split(" "));

/** Under which list of the index a prefix stands. */
export const termOf = (prefix: string) => [...prefix].slice(0, LONGEST_TERM).join("");

/** The facets of a document. */
const facetsOf = (texts: Texts) => split(texts[FACETS] ?? "") as Facet[];

/** Every prefix of every word, with the weightiest field that has it, and every facet. */
export function indexTermsOf(texts: Texts): Map<string, number> {
  const terms = new Map<string, number>();
  for (const { field, part } of PARTS) {
    for (const word of split(texts[part] ?? "")) {
      const letters = [...word].slice(0, LONGEST_TERM);
      for (let length = 1; length <= letters.length; length++) terms.set(letters.slice(0, length).join(""), field);
    }
  }
  for (const facet of facetsOf(texts)) {
    const [, order, step] = STEP.exec(facet) ?? [];
    if (order === undefined) terms.set(facet, FACET_FIELD);
    else terms.set(`~${order}`, FIRST_STEP + Number(step));
  }
  return terms;
}

/** The distinct words of a document. */
export const vocabularyOf = (texts: Texts) => new Set(texts.slice(0, FACETS).flatMap(split));

/** What a document has to have: one facet of each of these groups. */
export type FacetGroups = readonly (readonly Facet[])[];

/** Whether a document has a facet of each group. */
export function hasFacets(texts: Texts, groups: FacetGroups): boolean {
  const facets = new Set(facetsOf(texts));
  return groups.every((group) => group.some((facet) => facets.has(facet)));
}

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

/** The weightiest field with a word that begins so; -1 where there is none. */
function fieldOf(texts: Texts, prefix: string) {
  const has = ({ part }: { part: number }) => {
    const text = texts[part] ?? "";
    return text.startsWith(prefix) || text.includes(` ${prefix}`);
  };
  return PARTS.findLast(has)?.field ?? -1;
}

/** What results are sorted by: how well they match, their time, or an order. */
export type Sort = "relevance" | "newest" | Order;

export const isOrder = (sort: Sort): sort is Order => sort !== "relevance" && sort !== "newest";

/** How a document matches all words of a query; `undefined` when it lacks one. */
export function rankOf(
  texts: Texts,
  number: number,
  queryWords: readonly QueryWord[],
  sort: Sort = "relevance",
): Rank | undefined {
  let misspelt = 0;
  let sum = 0;
  for (const { typed, corrections } of queryWords) {
    const exact = fieldOf(texts, typed);
    const corrected = exact >= 0 ? [] : corrections.map((word) => fieldOf(texts, word)).filter((field) => field >= 0);
    if (exact < 0 && corrected.length === 0) return undefined;
    sum += exact >= 0 ? exact : Math.min(...corrected);
    if (exact < 0) misspelt++;
  }
  if (!isOrder(sort)) return { misspelt, field: sort === "newest" ? 0 : sum, number };
  const step = stepOf(texts, sort);
  return step === undefined ? undefined : { misspelt: 0, field: FIRST_STEP + step, number };
}

/** The words of a query that say something of their own: "sun sunset" asks for no more than "sunset". */
export function wordsOfQuery(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}
