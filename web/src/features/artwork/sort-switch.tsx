import { useSearchParams } from "react-router-dom";
import { SegmentLink, SegmentLinks } from "#web/ui/segment-links.tsx";

export const SORTS = ["newest", "popular"] as const;
export type Sort = (typeof SORTS)[number];

const NAMES: Record<Sort, string> = { newest: "Newest", popular: "Popular" };

/** The sort order is kept in the URL, so that it can be shared and restored. */
export function useSort(): Sort {
  const [search] = useSearchParams();
  return sortIn(search);
}

export const sortIn = (search: URLSearchParams): Sort => SORTS.find((sort) => sort === search.get("sort")) ?? "newest";

export function SortSwitch({ sort }: { readonly sort: Sort }) {
  return (
    <SegmentLinks aria-label="Order">
      {SORTS.map((choice) => (
        <SegmentLink key={choice} to={choice === "newest" ? "/" : `/?sort=${choice}`} isCurrent={choice === sort}>
          {NAMES[choice]}
        </SegmentLink>
      ))}
    </SegmentLinks>
  );
}
