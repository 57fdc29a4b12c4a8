import { MESSAGES } from "#shared/messages.ts";
import { ArtworkFilters } from "#shared/model/artwork-filters.ts";
import { toDollarRange } from "#shared/price-bands.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { toPage } from "../../platform/runtime/page.ts";
import type { Facet } from "../../search-engine/document.ts";
import { NOTHING, type OpenIndex } from "../../search-engine/engine.ts";
import { toCard } from "../artwork/cards.ts";
import { POPULARITY } from "../popularity/popular-rank.ts";
import { AMONG, findNearestTags, findRelatedTags } from "./related-tags.ts";
import { formatArtwork } from "./sources.ts";
import { createSynonymFinder } from "./synonyms.ts";
import { loadWordNet } from "./wordnet/find-in-wordnet.ts";

interface FilteredQuery extends ArtworkFilters {
  /** Search words; may be empty. */
  readonly query: string;
  readonly sort: "relevance" | "newest" | "popular" | "price";
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const FILTERS = Object.keys(ArtworkFilters.shape) as (keyof ArtworkFilters)[];

/** True if any filter is set. */
export const isFiltered = (query: ArtworkFilters) => FILTERS.some((name) => query[name] !== undefined);

/** Values of one filter are ORed, filters are ANDed. */
const toFacets = (filters: ArtworkFilters): Facet[][] =>
  FILTERS.flatMap((name) => {
    const values = filters[name];
    return Array.isArray(values) ? [values.map((value): Facet => `${name}:${value}`)] : [];
  });

/** A page of artwork that matches the words and filters; the first page of a filtered list has the total. */
export async function findFiltered(
  { index: unlimited, fees }: { readonly index: OpenIndex } & Pick<BaseServices, "fees">,
  { query, sort, cursor, limit, ...filters }: FilteredQuery,
) {
  const { license, priceFrom, priceTo } = filters;
  if (priceFrom !== undefined && priceTo !== undefined && priceFrom > priceTo) {
    return fail("invalid_request", { fields: { priceTo: MESSAGES.invalid } });
  }
  // A filter by commercial licences alone uses their prices.
  const measure = license?.length === 1 && license[0] === "commercial" ? ("commercial" as const) : ("price" as const);
  const isPriced = priceFrom !== undefined || priceTo !== undefined;
  const dollars = isPriced ? toDollarRange({ from: priceFrom, to: priceTo }, fees) : undefined;
  const question = {
    kind: "artwork",
    query,
    facets: toFacets(filters),
    range: dollars && { measure, ...dollars },
    sort: sort === "popular" ? POPULARITY : sort === "price" ? measure : sort,
    cursor,
    limit,
    counts: isFiltered(filters),
  } as const;
  // First, so that a process's first search has as much time as others.
  if (query !== "") loadWordNet();
  const index = unlimited.withDeadline();
  const isFirst = query !== "" && !cursor;
  const { found, total, leftOut } =
    isPriced && !dollars
      ? { ...NOTHING, total: { count: 0, isExact: true } }
      : await index.findPage({
          ...question,
          findSynonyms: query === "" ? undefined : await createSynonymFinder(index),
          limit: isFirst ? Math.max(limit, AMONG) : limit,
        });
  const isNothing = found.length === 0 && !isFiltered(filters);
  const findTags = () => (isNothing ? findNearestTags(index, query) : findRelatedTags(found, query));
  const relatedTags = isFirst ? await findTags() : [];
  const page = toPage(
    found.slice(0, limit).map(({ card }) => formatArtwork(card)),
    limit,
    ({ artworkId }) => artworkId,
    toCard,
  );
  return {
    ...page,
    ...(total ? { total } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(relatedTags.length > 0 ? { relatedTags } : {}),
  };
}
