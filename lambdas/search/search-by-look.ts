import { searchByLook } from "#shared/contract/search.ts";
import { PAGE } from "#shared/limits.ts";
import { cardOf } from "../artwork/cards.ts";
import { handle } from "../runtime/handle.ts";
import { findSimilar } from "./find-similar.ts";
import type { SearchServices } from "./services.ts";

export const searchByLookHandler = handle(searchByLook, async ({ query }, { index }: SearchServices) => {
  const likeness = Buffer.from(query.likeness, "base64url").toString("base64");
  const found = await findSimilar(index, { look: { likeness, colors: query.color ?? [] } });
  return { items: found.slice(0, PAGE.standard).map(cardOf), cursor: null, hasMore: false };
});
