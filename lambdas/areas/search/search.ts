import { search, searchByLook } from "#shared/contract/search.ts";
import { PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { RouteQuery } from "#shared/route.ts";
import { counted } from "../../platform/runtime/counted.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { toCards } from "../artwork/cards.ts";
import { toPublicUser } from "../users/public-user.ts";
import { orFailWaking } from "./fail-waking.ts";
import { findFiltered, isFiltered } from "./find-filtered.ts";
import { findSimilar } from "./find-similar.ts";
import type { SearchServices } from "./services.ts";
import { formatUser } from "./sources.ts";

export const searchHandler = handle(search, ({ query }, services: SearchServices) =>
  orFailWaking(services, answerSearch(query, services)),
);

async function answerSearch(query: RouteQuery<typeof search>, services: SearchServices) {
  const { q, t, sort, cursor, limit } = query;
  if (t === "artwork") {
    const page = await findFiltered(services, { ...query, query: q });
    const isNothing = "items" in page && page.items.length === 0 && !cursor && !isFiltered(query);
    // Never log the visitor's words.
    if (isNothing) services.log.info("A search found nothing", counted("SearchesWithoutResults"));
    return page;
  }
  if (sort !== "relevance" || isFiltered(query)) return fail("invalid_request", { fields: { t: MESSAGES.invalid } });
  const { found } = await services.index.findPage({ kind: t, query: q, isIncomplete: true, cursor, limit });
  return toPage(
    found.map(({ card }) => formatUser(card)),
    limit,
    ({ userId }) => userId,
    toPublicUser,
  );
}

export const searchByLookHandler = handle(searchByLook, async ({ query }, services: SearchServices) => {
  const likeness = Buffer.from(query.likeness, "base64url").toString("base64");
  const look = { likeness, colors: query.color ?? [] };
  const found = await orFailWaking(services, findSimilar(services.index, { look }));
  if (found instanceof Failure) return found;
  return { items: toCards(found.slice(0, PAGE.standard)), cursor: null, hasMore: false };
});
