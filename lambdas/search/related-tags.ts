import { LIMITS } from "#shared/limits.ts";
import type { Replica } from "./engine/replica.ts";
import { wordsOf } from "./engine/words.ts";
import { findOftenUsedTags, findTags } from "./find-tags.ts";

const { relatedTags: most } = LIMITS;

/** Letters of a word that a tag has to begin with to be near it, and tags that are near a word at most. */
const NEAR = { letters: 3, tags: 2 } as const;

/** For a query that finds nothing: tags that begin like its words, then those that are used most. */
export function findNearestTags(replica: Replica, query: string): string[] {
  const near = wordsOf(query).flatMap((word) =>
    findTags(replica, [...word].slice(0, NEAR.letters).join(""), NEAR.tags),
  );
  const tags = [...near, ...findOftenUsedTags(replica, most)].map(({ tag }) => tag);
  return [...new Set(tags)].slice(0, most);
}
