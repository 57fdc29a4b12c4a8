import { LIMITS } from "#shared/limits.ts";
import type { Found } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { stemWord } from "../../search-engine/stem.ts";
import { splitWords } from "../../search-engine/words.ts";
import { findOftenUsedTags, findTags, listTags } from "./find-tags.ts";

const { relatedTags: most } = LIMITS;

/** Number of first results to examine. */
export const AMONG = 40;

const stemWords = (text: string) => splitWords(text).map(stemWord);

/** Tags of most of a query's first results, without those in the query; ties are ordered by result. */
export function findRelatedTags(found: readonly Found[], query: string): string[] {
  const named = new Set(stemWords(query));
  const counts = new Map<string, number>();
  for (const tag of found.flatMap(listTags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([tag]) => !stemWords(tag).every((word) => named.has(word)))
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([tag]) => tag);
}

/** Prefix length of a word for nearby tags, and most nearby tags per word. */
const NEAR = { letters: 3, tags: 2 } as const;

/** For a query without results: tags that begin like its words, then the most used ones. */
export async function findNearestTags(index: OpenIndex, query: string): Promise<string[]> {
  const beginnings = splitWords(query).map((word) => [...word].slice(0, NEAR.letters).join(""));
  const near = await Promise.all(
    [...new Set(beginnings)].slice(0, most).map((beginning) => findTags(index, beginning, NEAR.tags)),
  );
  const tags = [...near.flat(), ...(await findOftenUsedTags(index, most))].map(({ tag }) => tag);
  return [...new Set(tags)].slice(0, most);
}
