import { listCategories } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { Replica } from "../../search-engine/replica.ts";
import { toCard } from "../artwork/cards.ts";
import { POPULARITY } from "../popularity/popular-rank.ts";
import { tagFacet } from "./artwork-document.ts";
import { findOftenUsedTags } from "./find-tags.ts";
import type { SearchServices } from "./services.ts";
import { formatArtwork } from "./sources.ts";

/** Newest works of a tag, of which the most popular represents it. */
const NEWEST = 24;

const findLiveliest = (replica: Replica, tag: string) =>
  replica
    .all(
      `SELECT number FROM (SELECT number FROM facets WHERE facet = ? ORDER BY number DESC LIMIT ${NEWEST})
       JOIN documents USING (number) ORDER BY coalesce(${POPULARITY}, 0) DESC, number DESC`,
      tagFacet(tag),
    )
    .map(({ number }) => Number(number));

/** Categories with distinct pictures, as long as there are enough. */
function findCategories(replica: Replica) {
  const taken = new Set<number>();
  return findOftenUsedTags(replica, LIMITS.categories).flatMap(({ tag, count }) => {
    const liveliest = findLiveliest(replica, tag);
    const number = liveliest.find((one) => !taken.has(one)) ?? liveliest[0];
    if (number === undefined) return [];
    taken.add(number);
    return replica.read([number]).map(({ card }) => ({ tag, count, artwork: toCard(formatArtwork(card)) }));
  });
}

const isMedium = ({ tag }: { readonly tag: string }) => Object.hasOwn(MEDIUMS, tag);

export const listCategoriesHandler = handle(listCategories, async (_call, { index }: Pick<SearchServices, "index">) => {
  const found = await index.read(findCategories);
  return { items: [...found.filter(isMedium), ...found.filter((one) => !isMedium(one))] };
});
