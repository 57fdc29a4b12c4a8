import { suggest } from "#shared/contract/search.ts";
import { cardOf } from "../artwork/cards.ts";
import { handle } from "../runtime/handle.ts";
import { publicUserOf } from "../users/public-user.ts";
import { findSuggestions } from "./find-suggestions.ts";
import type { SearchServices } from "./services.ts";
import { artworkIn, userIn } from "./sources.ts";

export const suggestHandler = handle(suggest, async ({ query }, { index }: SearchServices) => {
  const { artwork, users, tags } = await findSuggestions(index, query.q);
  return {
    artwork: artwork.map((card) => {
      const { artworkId, artworkTitle, owner, previews } = cardOf(artworkIn(card));
      return { artworkId, artworkTitle, owner, preview: previews.toSorted((a, b) => a.width - b.width)[0] ?? null };
    }),
    users: users.map((card) => publicUserOf(userIn(card))),
    tags,
  };
});
