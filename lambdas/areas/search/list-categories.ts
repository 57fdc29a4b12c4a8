import { listCategories } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { type OpenIndex, unlessAway } from "../../search-engine/engine.ts";
import { toCard } from "../artwork/cards.ts";
import { POPULARITY } from "../popularity/popular-rank.ts";
import { tagFacet } from "./artwork-document.ts";
import { findOftenUsedTags } from "./find-tags.ts";
import type { SearchServices } from "./services.ts";
import { formatArtwork } from "./sources.ts";

/** Newest works of a tag, of which the most popular represents it. */
const NEWEST = 24;

/** A tag's newest works, the most popular first. */
async function findLiveliest(index: OpenIndex, tag: string) {
  const { found } = await index.findPage({ kind: "artwork", query: "", facets: [[tagFacet(tag)]], limit: NEWEST });
  return found.toSorted((a, b) => (b.measures[POPULARITY] ?? 0) - (a.measures[POPULARITY] ?? 0));
}

/** Categories with distinct pictures, as long as there are enough. */
async function findCategories(index: OpenIndex) {
  const tags = await findOftenUsedTags(index, LIMITS.categories);
  const liveliest = await Promise.all(tags.map(({ tag }) => findLiveliest(index, tag)));
  const taken = new Set<string>();
  return tags.flatMap(({ tag, count }, at) => {
    const [first, ...others] = liveliest[at] ?? [];
    if (!first) return [];
    const { id, card } = [first, ...others].find((one) => !taken.has(one.id)) ?? first;
    taken.add(id);
    return { tag, count, artwork: toCard(formatArtwork(card)) };
  });
}

const isMedium = ({ tag }: { readonly tag: string }) => Object.hasOwn(MEDIUMS, tag);

export const listCategoriesHandler = handle(listCategories, async (_call, { index }: Pick<SearchServices, "index">) => {
  // The home page has its other sections.
  const found = await unlessAway(findCategories(index), () => []);
  return { items: [...found.filter(isMedium), ...found.filter((one) => !isMedium(one))] };
});
