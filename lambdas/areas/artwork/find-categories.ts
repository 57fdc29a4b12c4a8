import { LIMITS, STRIP } from "#shared/limits.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { queryPopularThisWeek } from "../popularity/find-popular.ts";
import { POPULARITY } from "../popularity/popular-rank.ts";
import { tagFacet } from "../search/artwork-document.ts";
import { findOftenUsedTags } from "../search/find-tags.ts";
import { formatArtwork } from "../search/sources.ts";
import { type CardItem, toCard } from "./cards.ts";
import { type Curated, listDueIds } from "./curated.ts";
import { isShownTo } from "./find-artwork.ts";
import { findCards } from "./find-cards.ts";

/** Newest works of a tag, of which the most popular represents it. */
const NEWEST = 24;

interface CategoryServices {
  readonly table: OpenTable;
  readonly index: OpenIndex;
  now(): Date;
}

/** A tag's newest works, the most popular first. */
async function findLiveliest(index: OpenIndex, tag: string): Promise<CardItem[]> {
  const { found } = await index.findPage({ kind: "artwork", query: "", facets: [[tagFacet(tag)]], limit: NEWEST });
  return found
    .toSorted((a, b) => (b.measures[POPULARITY] ?? 0) - (a.measures[POPULARITY] ?? 0))
    .map(({ card }) => formatArtwork(card));
}

/** The operators' covers that visitors can see, by tag. */
async function findChosenCovers(table: OpenTable, { covers = {} }: Curated) {
  const cards = await findCards(table, [...new Set(Object.values(covers))]);
  return new Map<string, CardItem>(
    Object.entries(covers).flatMap(([tag, artworkId]) => {
      const card = cards.get(artworkId);
      return card && isShownTo(undefined, card) ? [[tag, card]] : [];
    }),
  );
}

const isMedium = ({ tag }: { readonly tag: string }) => Object.hasOwn(MEDIUMS, tag);

/**
 * The most used mediums, then tags. Each has the cover that operators chose, otherwise a distinct picture that the rest of
 * the home page doesn't show; a category without one is left out.
 */
export async function findCategories({ table, index, now }: CategoryServices, curated: Curated) {
  const [popular, chosen, tags] = await Promise.all([
    queryPopularThisWeek(table, now(), STRIP.shown),
    findChosenCovers(table, curated),
    findOftenUsedTags(index, LIMITS.categories),
  ]);
  const liveliest = await Promise.all(tags.map(({ tag }) => (chosen.has(tag) ? [] : findLiveliest(index, tag))));
  const taken = new Set([
    ...listDueIds(curated, now()),
    ...popular.map(({ artworkId }) => artworkId),
    ...tags.flatMap(({ tag }) => chosen.get(tag)?.artworkId ?? []),
  ]);
  const found = tags.flatMap(({ tag, count }, at) => {
    const ownCover = chosen.get(tag);
    const cover = ownCover ?? liveliest[at]?.find(({ artworkId }) => !taken.has(artworkId));
    if (!cover) return [];
    taken.add(cover.artworkId);
    return { tag, count, artwork: toCard(cover), isChosen: ownCover !== undefined };
  });
  return [...found.filter(isMedium), ...found.filter((one) => !isMedium(one))];
}
