import { search } from "#shared/contract/search.ts";
import { cardOf } from "../artwork/cards.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { publicUserOf } from "../users/public-user.ts";
import { findMatches } from "./find-matches.ts";
import type { SearchServices } from "./services.ts";
import { artworkIn, userIn } from "./sources.ts";

export const searchHandler = handle(search, async ({ query }, { index }: SearchServices) => {
  const { q, t, cursor, limit } = query;
  const cards = (await findMatches(index, { kind: t, query: q, cursor, limit })).map(({ card }) => card);
  return t === "users"
    ? pageOf(cards.map(userIn), limit, ({ userId }) => userId, publicUserOf)
    : pageOf(cards.map(artworkIn), limit, ({ artworkId }) => artworkId, cardOf);
});
