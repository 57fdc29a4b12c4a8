import { LIMITS } from "#shared/limits.ts";
import { findMatches } from "./find-matches.ts";
import { findTags } from "./find-tags.ts";
import type { OpenIndex } from "./search-table.ts";
import type { Kind } from "./terms.ts";

/** Read units that finding each kind may take: with half a one for each line and what tags take, ten in all. */
const UNITS: Readonly<Record<Kind, number>> = { artwork: 3, users: 1.5 };

const { suggestions: lines } = LIMITS;

/** A few artworks, artists and tags that begin as somebody has typed. */
export async function findSuggestions(index: OpenIndex, query: string) {
  const find = async (kind: Kind) => {
    const found = await findMatches(index, { kind, query, limit: lines[kind], units: UNITS[kind] });
    return found.map(({ card }) => card);
  };
  const [artwork, users, tags] = await Promise.all([
    find("artwork"),
    find("users"),
    findTags(index, query, lines.tags),
  ]);
  return { artwork, users, tags };
}
