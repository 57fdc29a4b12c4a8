import { suggest, suggestTags } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { Failure } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import type { Kind } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { toCard } from "../artwork/cards.ts";
import { toPublicUser } from "../users/public-user.ts";
import { orFailWaking } from "./fail-waking.ts";
import { findTags } from "./find-tags.ts";
import type { SearchServices } from "./services.ts";
import { formatArtwork, formatUser } from "./sources.ts";

const { suggestions: lines } = LIMITS;

/** A few artworks, artists and tags with the typed prefix. */
async function findSuggestions(index: OpenIndex, query: string) {
  const find = async (kind: Kind) =>
    (await index.findPage({ kind, query, isIncomplete: true, limit: lines[kind] })).found.map(({ card }) => card);
  const [artwork, users, tags] = await Promise.all([
    find("artwork"),
    find("users"),
    findTags(index, query, lines.tags),
  ]);
  return { artwork, users, tags };
}

export const suggestHandler = handle(suggest, async ({ query }, services: SearchServices) => {
  const found = await orFailWaking(services, findSuggestions(services.index, query.q));
  if (found instanceof Failure) return found;
  const { artwork, users, tags } = found;
  return {
    artwork: artwork.map((card) => {
      const { artworkId, artworkTitle, owner, previews, mature } = toCard(formatArtwork(card));
      const [smallest] = previews.toSorted((a, b) => a.width - b.width);
      return { artworkId, artworkTitle, owner, preview: (!mature && smallest) || null };
    }),
    users: mapReadable(users, (card) => toPublicUser(formatUser(card))),
    tags,
  };
});

export const suggestTagsHandler = handle(suggestTags, async ({ query }, services: SearchServices) => {
  const items = await orFailWaking(services, findTags(services.index, query.q, LIMITS.suggestedTags));
  return items instanceof Failure ? items : { items };
});
