import { type Facet, MEASURE_ORDERS, type Measure, WEIGHTS } from "../document.ts";
import type { Question, Sort } from "../engine.ts";
import type { QueryWord, Way } from "../query-words.ts";
import type { Json } from "./client.ts";
import { ALL, parseFacet, TEXTS } from "./mapping.ts";

/**
 * Points of a word of the query, above all that matches of one word can add: the number of words is a score divided
 * by it. Scores are sums of whole numbers below 2²⁴, which are exact, so that equals are equal.
 */
const WORD = 2 ** 20;

const SCALE = 32;

/** Sorts documents without the measure last. */
const BEHIND = 1_000_000_000;

export const countWords = (score: number) => Math.floor(score / WORD);

/** The least score of documents with so many words. */
export const leastScore = (words: number) => words * WORD;

const matchWay = (field: string, { tokens, isBeginning }: Way): Json[] =>
  isBeginning ? tokens.map((token) => ({ prefix: { [field]: token } })) : [{ terms: { [field]: tokens } }];

export const any = (clauses: readonly Json[]): Json => ({ bool: { should: clauses, minimum_should_match: 1 } });

/** Documents that match any of the ways in any text. */
export const matchAny = (ways: readonly Way[]) => any(ways.flatMap((way) => matchWay(ALL, way)));

export const isShown = { term: { shown: true } };

export const constant = (filter: Json, boost: number): Json => ({ constant_score: { filter, boost } });

const scoreWord = ({ ways, rarity }: QueryWord): Json[] => [
  constant(matchAny(ways), WORD),
  ...ways.flatMap((way) =>
    WEIGHTS.flatMap((weight, at) => {
      const boost = Math.round(SCALE * weight * way.factor * rarity);
      return boost > 0 ? [constant(any(matchWay(TEXTS[at] ?? "", way)), boost)] : [];
    }),
  ),
];

/** Documents with any of the words, or all without words, that meet the conditions. */
export const matchWords = (words: readonly QueryWord[], filter: readonly Json[]): Json => ({
  bool: { filter, ...(words.length > 0 ? { should: words.flatMap(scoreWord), minimum_should_match: 1 } : {}) },
});

/** Documents with a facet. */
export function toTerm(facet: Facet): Json {
  const { field, value } = parseFacet(facet);
  return { term: { [field]: value } };
}

export const buildConditions = ({ facets = [], range }: Question): Json[] => [
  isShown,
  ...facets.map((group) => any(group.map(toTerm))),
  ...(range ? [{ range: { [range.measure]: { gte: range.first, lte: range.last } } }] : []),
];

const byMeasure = (measure: Measure): Json =>
  MEASURE_ORDERS[measure] === "descending"
    ? { [measure]: { order: "desc", missing: 0 } }
    : { [measure]: { order: "asc", missing: BEHIND } };

/** Ties are newest first. */
export function buildSort(sort: Sort, hasWords: boolean): Json[] {
  const newest = { id: "desc" };
  if (sort === "newest" || (sort === "relevance" && !hasWords)) return [newest];
  return [sort === "relevance" ? { _score: "desc" } : byMeasure(sort), newest];
}
