import { useSearchParams } from "react-router-dom";
import { PillLink, PillLinks } from "#web/ui/pill-link.tsx";

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
    <PillLinks aria-label="Order">
      {SORTS.map((choice) => (
        <PillLink key={choice} to={choice === "newest" ? "/" : `/?sort=${choice}`} isCurrent={choice === sort}>
          {NAMES[choice]}
        </PillLink>
      ))}
    </PillLinks>
  );
}
