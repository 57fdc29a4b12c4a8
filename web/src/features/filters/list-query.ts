import { searchSortIn, sortIn } from "#web/features/artwork/sort-switch.tsx";
import type { SearchAddress } from "#web/features/search/search-address.ts";
import { filterQueryIn } from "./filter-address.ts";

/** Query parameters of the API for the search page's address; filters and order apply to artwork only. */
export function searchQueryOf({ query, type }: SearchAddress, search: URLSearchParams) {
  const sort = searchSortIn(search);
  return {
    q: query,
    t: type,
    ...(type === "artwork" ? { ...(sort === "relevance" ? {} : { sort }), ...filterQueryIn(search) } : {}),
  };
}

/** The same for the page of a tag. */
export function tagQueryOf(tag: string, search: URLSearchParams) {
  const sort = sortIn(search);
  return { tag, ...(sort === "newest" ? {} : { sort }), ...filterQueryIn(search) };
}
