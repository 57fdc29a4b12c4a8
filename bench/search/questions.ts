import { compareRanks, rankOf, wordsOfQuery } from "#lambdas/search/terms.ts";
import type { Artwork } from "./corpus.ts";
import { createRandom, misspell, TYPOS } from "./typos.ts";

/** A query as typed, and the text without its typo. */
export interface Question {
  readonly typed: string;
  readonly meant: string;
}

const QUERIES_PER_KIND = 100;

/** Queries of every kind, made of words of the artworks. */
export function questionsAbout(artworks: readonly Artwork[]): Record<string, Question[]> {
  const random = createRandom(artworks.length + 1);
  const anyOf = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const wordsOfOne = () =>
    anyOf(artworks)
      .texts.slice(0, 4)
      .map((text) => text.split(" ").filter((word) => word !== ""));
  const commonest = commonWords(artworks, 25);
  const times = (make: () => Question | string | undefined) => {
    const questions: Question[] = [];
    while (questions.length < QUERIES_PER_KIND) {
      const made = make();
      if (made) questions.push(typeof made === "string" ? { typed: made, meant: made } : made);
    }
    return questions;
  };
  const word = (least = 1) => {
    const found = anyOf(wordsOfOne().flat());
    return found && found.length >= least ? found : undefined;
  };
  const typoIn = (meant: string | undefined) => meant && { typed: misspell(meant, anyOf(TYPOS), random), meant };
  return {
    "1 to 3 letters": times(() => word()?.slice(0, 1 + Math.floor(random() * 3))),
    "prefix of a word": times(() => word(5)?.slice(0, 4 + Math.floor(random() * 4))),
    "one word": times(() => word()),
    "two words of one artwork": times(() => {
      const [title = [], description = []] = wordsOfOne();
      return `${anyOf(title)} ${anyOf(description)}`;
    }),
    "three words of one artwork": times(() => {
      const [title = [], description = []] = wordsOfOne();
      return `${anyOf(title)} ${anyOf(description)} ${anyOf(description)}`;
    }),
    "two of the commonest words": times(() => `${anyOf(commonest)} ${anyOf(commonest)}`),
    "four of the commonest words": times(() => Array.from({ length: 4 }, () => anyOf(commonest)).join(" ")),
    "two words that may not meet": times(() => `${word(5) ?? "of"} ${word(5) ?? "the"}`),
    "typo in one word": times(() => typoIn(word(5))),
    "typo in one of two words": times(() => {
      const [title = [], description = []] = wordsOfOne();
      const typo = typoIn(anyOf(title.filter((one) => one.length >= 5)));
      const other = anyOf(description);
      return typo && { typed: `${typo.typed} ${other}`, meant: `${typo.meant} ${other}` };
    }),
  };
}

function commonWords(artworks: readonly Artwork[], count: number): string[] {
  const seen = new Map<string, number>();
  for (const { texts } of artworks) {
    for (const word of new Set((texts[1] ?? "").split(" "))) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  const sorted = [...seen].filter(([word]) => word !== "").sort((a, b) => b[1] - a[1]);
  return sorted.slice(0, count).map(([word]) => word);
}

/** The numbers that a query has to find first, worked out by reading every text. */
export function expectedFor(artworks: readonly Artwork[], query: string, limit: number): number[] {
  const queryWords = wordsOfQuery(query).map((typed) => ({ typed, corrections: [] }));
  const ranks = artworks.flatMap(({ texts }, number) => rankOf(texts, number, queryWords) ?? []);
  return ranks
    .sort(compareRanks)
    .slice(0, limit)
    .map(({ number }) => number);
}
