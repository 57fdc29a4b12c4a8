import type { Question } from "#lambdas/search-engine/engine.ts";
import { TENTH } from "./corpus.ts";

const [word, otherWord] = TENTH;

export const QUESTIONS: Readonly<Record<string, Omit<Question, "kind" | "limit">>> = {
  "a word of a tenth of the works": { query: word },
  "two such words, never in one work": { query: `${word} ${otherWord}` },
  "a rare word": { query: "eucalyptus" },
  "a word with a typo": { query: "eucaliptus" },
  "three common words and a stop word": { query: "light over the water" },
  "two letters of a word": { query: "se" },
  "a word with two filters, counted": {
    query: word,
    facets: [["color:red", "color:blue"], ["medium:painting"]],
    counts: true,
  },
  "a filter alone, by price, counted": { query: "", facets: [["color:red"]], sort: "price", counts: true },
};
