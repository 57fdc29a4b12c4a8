import { parseSearchSort, parseSort } from "#web/features/artwork/sort-switch.tsx";
import type { SearchAddress } from "#web/features/search/search-address.ts";
import { toFilterQuery } from "./filter-address.ts";

/** The API's query for the search page's URL; filters and order apply to artwork only. */
export function toSearchQuery({ query, type }: SearchAddress, search: URLSearchParams) {
  const sort = parseSearchSort(search);
  return {
    q: query,
    t: type,
    ...(type === "artwork" ? { ...(sort === "relevance" ? {} : { sort }), ...toFilterQuery(search) } : {}),
  };
}

/** The API's query for a tag's page. */
export function toTagQuery(tag: string, search: URLSearchParams) {
  const sort = parseSort(search);
  return { tag, ...(sort === "newest" ? {} : { sort }), ...toFilterQuery(search) };
}
