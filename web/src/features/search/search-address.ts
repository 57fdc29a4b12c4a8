import { useSearchParams } from "react-router-dom";
import { LIMITS } from "#shared/limits.ts";
import { SEARCH_TYPES } from "#shared/search-types.ts";

export type SearchType = (typeof SEARCH_TYPES)[number];

/** What is looked for, as the address says; it can be shared and gone back to. */
export interface SearchAddress {
  /** Empty when nothing was asked for yet. */
  readonly query: string;
  readonly type: SearchType;
}

/** Path of the page that shows what a query finds. */
export const searchPath = ({ query, type }: SearchAddress) =>
  `/search?${new URLSearchParams({ ...(query ? { q: query } : {}), t: type })}`;

/** The query and the type in the address; a query that someone typed there too long is cut. */
export const searchAddressIn = (search: URLSearchParams): SearchAddress => ({
  query: (search.get("q") ?? "").trim().slice(0, LIMITS.searchQuery.max),
  type: SEARCH_TYPES.find((type) => type === search.get("t")) ?? "artwork",
});

export function useSearchAddress(): SearchAddress {
  const [search] = useSearchParams();
  return searchAddressIn(search);
}
