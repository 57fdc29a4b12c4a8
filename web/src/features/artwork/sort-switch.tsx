import { useSearchParams } from "react-router-dom";
import { SegmentLink, SegmentLinks } from "#web/ui/segment-links.tsx";

export const SORTS = ["newest", "popular", "price"] as const;
export type Sort = (typeof SORTS)[number];

export const SEARCH_SORTS = ["relevance", ...SORTS] as const;
type SearchSort = (typeof SEARCH_SORTS)[number];

const NAMES: Record<SearchSort, string> = {
  relevance: "Best",
  newest: "Newest",
  popular: "Popular",
  price: "Price",
};

/** The sort order in the URL, where the page's default is omitted. */
export const parseSort = (search: URLSearchParams): Sort =>
  SORTS.find((sort) => sort === search.get("sort")) ?? "newest";

export const parseSearchSort = (search: URLSearchParams): SearchSort =>
  SEARCH_SORTS.find((sort) => sort === search.get("sort")) ?? "relevance";

export function useSort(): Sort {
  const [search] = useSearchParams();
  return parseSort(search);
}

/** The page's URL with another order. */
function buildAddress(search: URLSearchParams, sort: string | undefined) {
  const changed = new URLSearchParams(search);
  if (sort) changed.set("sort", sort);
  else changed.delete("sort");
  return { search: changed.toString() };
}

interface SortSwitchProps {
  readonly sort: SearchSort;
  /** The first one is the page's default. */
  readonly sorts?: readonly SearchSort[];
}

export function SortSwitch({ sort, sorts = SORTS }: SortSwitchProps) {
  const [search] = useSearchParams();
  return (
    <SegmentLinks aria-label="Sort by">
      {sorts.map((choice, at) => (
        <SegmentLink key={choice} to={buildAddress(search, at > 0 ? choice : undefined)} isCurrent={choice === sort}>
          {NAMES[choice]}
        </SegmentLink>
      ))}
    </SegmentLinks>
  );
}
