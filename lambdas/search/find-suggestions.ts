import { LIMITS } from "#shared/limits.ts";
import type { Kind } from "./engine/document.ts";
import { findPage } from "./engine/find.ts";
import type { OpenIndex } from "./engine/index.ts";
import { findTags } from "./find-tags.ts";

const { suggestions: lines } = LIMITS;

/** A few artworks, artists and tags that begin as somebody has typed. */
export async function findSuggestions(index: OpenIndex, query: string) {
  const find = async (kind: Kind) => {
    const { found } = await index.read((replica) => findPage(replica, { kind, query, limit: lines[kind] }));
    return found.map(({ card }) => card);
  };
  const [artwork, users, tags] = await Promise.all([
    find("artwork"),
    find("users"),
    findTags(index, query, lines.tags),
  ]);
  return { artwork, users, tags };
}
