import { chakra } from "@chakra-ui/react";
import { Link, useSearchParams } from "react-router-dom";

export const SORTS = ["newest", "popular"] as const;
export type Sort = (typeof SORTS)[number];

const NAMES: Record<Sort, string> = { newest: "Newest", popular: "Popular" };

/** The order of the pictures lives in the address, so that it can be shared and gone back to. */
export function useSort(): Sort {
  const [search] = useSearchParams();
  return sortIn(search);
}

export const sortIn = (search: URLSearchParams): Sort => SORTS.find((sort) => sort === search.get("sort")) ?? "newest";

const Choice = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "10",
    paddingX: "4",
    borderRadius: "full",
    fontWeight: "semibold",
    textStyle: "sm",
    color: "fg.muted",
    _hover: { color: "fg" },
    "&[aria-current]": { background: "bg.emphasized", color: "fg" },
    focusVisibleRing: "outside",
  },
});

export function SortSwitch({ sort }: { readonly sort: Sort }) {
  return (
    <chakra.nav aria-label="Order" display="flex" padding="1" borderRadius="full" background="bg.subtle">
      {SORTS.map((choice) => (
        <Choice
          key={choice}
          to={choice === "newest" ? "/" : `/?sort=${choice}`}
          aria-current={choice === sort ? "true" : undefined}
          preventScrollReset
        >
          {NAMES[choice]}
        </Choice>
      ))}
    </chakra.nav>
  );
}
