import { LIMITS } from "#shared/limits.ts";
import type { Kind } from "./engine/document.ts";
import { findPage } from "./engine/find.ts";
import type { OpenIndex } from "./engine/index.ts";
import { findTags } from "./find-tags.ts";

const { suggestions: lines } = LIMITS;

/** A few artworks, artists and tags that begin as somebody has typed. */
export const findSuggestions = (index: OpenIndex, query: string) =>
  index.read((replica) => {
    const find = (kind: Kind) => findPage(replica, { kind, query, limit: lines[kind] }).found.map(({ card }) => card);
    return { artwork: find("artwork"), users: find("users"), tags: findTags(replica, query, lines.tags) };
  });
