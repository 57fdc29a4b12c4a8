import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkFilters } from "#shared/model/artwork-filters.ts";
import { cardOf } from "../artwork/cards.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { fail } from "../runtime/failure.ts";
import { pageOf } from "../runtime/page.ts";
import { isFiltered, narrowingOf } from "./artwork-facets.ts";
import { findPage } from "./find-matches.ts";
import type { OpenIndex } from "./search-table.ts";
import { artworkIn } from "./sources.ts";
import type { Sort } from "./terms.ts";

interface FilteredQuery extends ArtworkFilters {
  /** Words; may be empty. */
  readonly query: string;
  readonly sort: Sort;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A page of the artwork that has the words and a value of each filter; the first page of a filtered list says how much there is. */
export async function findFiltered(
  { index, fees }: { readonly index: OpenIndex } & Pick<BaseServices, "fees">,
  { query, sort, cursor, limit, ...filters }: FilteredQuery,
) {
  const { priceFrom, priceTo } = filters;
  if (priceFrom !== undefined && priceTo !== undefined && priceFrom > priceTo) {
    return fail("invalid_request", { fields: { priceTo: MESSAGES.invalid } });
  }
  const narrowing = narrowingOf(filters, sort, fees);
  const { found, total } = narrowing
    ? await findPage(index, { kind: "artwork", query, ...narrowing, counts: isFiltered(filters), cursor, limit })
    : { found: [], total: { count: 0, isExact: true } };
  const page = pageOf(
    found.map(({ card }) => artworkIn(card)),
    limit,
    ({ artworkId }) => artworkId,
    cardOf,
  );
  return { ...page, ...(total ? { total } : {}) };
}
