import { listCategories } from "#shared/contract/artwork.ts";
import { LIMITS, STRIP } from "#shared/limits.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { type OpenIndex, unlessAway } from "../../search-engine/engine.ts";
import { queryPopularThisWeek } from "../popularity/find-popular.ts";
import { POPULARITY } from "../popularity/popular-rank.ts";
import { tagFacet } from "../search/artwork-document.ts";
import { findOftenUsedTags } from "../search/find-tags.ts";
import { formatArtwork } from "../search/sources.ts";
import { toCard } from "./cards.ts";
import { findCurated } from "./curated.ts";
import type { ArtworkServices } from "./services.ts";

/** Newest works of a tag, of which the most popular represents it. */
const NEWEST = 24;

/** A tag's newest works, the most popular first. */
async function findLiveliest(index: OpenIndex, tag: string) {
  const { found } = await index.findPage({ kind: "artwork", query: "", facets: [[tagFacet(tag)]], limit: NEWEST });
  return found.toSorted((a, b) => (b.measures[POPULARITY] ?? 0) - (a.measures[POPULARITY] ?? 0));
}

/** Categories with distinct pictures that aren't `taken`; a category without one is left out. */
async function findCategories(index: OpenIndex, taken: Set<string>) {
  const tags = await findOftenUsedTags(index, LIMITS.categories);
  const liveliest = await Promise.all(tags.map(({ tag }) => findLiveliest(index, tag)));
  return tags.flatMap(({ tag, count }, at) => {
    const cover = liveliest[at]?.find(({ id }) => !taken.has(id));
    if (!cover) return [];
    taken.add(cover.id);
    return { tag, count, artwork: toCard(formatArtwork(cover.card)) };
  });
}

const isMedium = ({ tag }: { readonly tag: string }) => Object.hasOwn(MEDIUMS, tag);

export const listCategoriesHandler = handle(
  listCategories,
  async (_call, { table, index, now }: Pick<ArtworkServices, "table" | "index"> & BaseServices) => {
    const [{ artworkIds }, popular] = await Promise.all([
      findCurated(table),
      queryPopularThisWeek(table, now(), STRIP.shown),
    ]);
    const taken = new Set([...artworkIds, ...popular.map(({ artworkId }) => artworkId)]);
    // The home page has its other sections.
    const found = await unlessAway(findCategories(index.withDeadline(), taken), () => []);
    return { items: [...found.filter(isMedium), ...found.filter((one) => !isMedium(one))] };
  },
);
