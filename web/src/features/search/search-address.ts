import { useSearchParams } from "react-router-dom";
import { LIMITS } from "#shared/limits.ts";
import { takeCharacters, toVisibleLine } from "#shared/rules/visible-text.ts";
import { SEARCH_TYPES } from "#shared/search-types.ts";

export type SearchType = (typeof SEARCH_TYPES)[number];

/** The query and the type in the URL. */
export interface SearchAddress {
  /** Empty if the URL has none. */
  readonly query: string;
  readonly type: SearchType;
}

/** Path of the results page. */
export const searchPath = ({ query, type }: SearchAddress) =>
  `/search?${new URLSearchParams({ ...(query ? { q: query } : {}), t: type })}`;

/** Parses query and type of a URL; truncates a long query and drops one without visible characters. */
export const parseSearchAddress = (search: URLSearchParams): SearchAddress => ({
  query: takeCharacters(toVisibleLine(search.get("q") ?? "").trim(), LIMITS.searchQuery.max),
  type: SEARCH_TYPES.find((type) => type === search.get("t")) ?? "artwork",
});

export function useSearchAddress(): SearchAddress {
  const [search] = useSearchParams();
  return parseSearchAddress(search);
}
