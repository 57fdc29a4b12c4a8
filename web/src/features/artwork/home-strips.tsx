import type { ReactElement } from "react";
import { listCurated, listPopularThisWeek } from "#shared/contract/artwork.ts";
import { listCategories } from "#shared/contract/search.ts";
import { useRead } from "#web/api/use-read.ts";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { ArtworkStrip } from "./artwork-strip.tsx";
import { CategoryList } from "./category-list.tsx";
import { parseSort } from "./sort-switch.tsx";

/** The home page has strips only in the default order and without filters. */
export const hasStrips = (address: URLSearchParams) =>
  parseSort(address) === "newest" && Object.keys(toFilterQuery(address)).length === 0;

/** Strips of the unfiltered home page, without empty ones; `null` if all are empty. */
export function useHomeStrips(address: URLSearchParams): readonly ReactElement[] | null {
  const input = hasStrips(address) ? {} : null;
  const strips = [
    { title: "Curated", ...useStrip(listCurated, input) },
    { title: "Trending", ...useStrip(listPopularThisWeek, input) },
  ];
  const categories = useRead(listCategories, input, KEPT).data?.items ?? [];
  if (!input || (categories.length === 0 && strips.every(({ cards }) => cards?.length === 0))) return null;
  const shown = strips.filter(({ cards }) => cards?.length !== 0);
  return [
    ...shown.map((strip, at) => <ArtworkStrip key={strip.title} {...strip} opensPage={at === 0} />),
    <CategoryList key="categories" categories={categories} />,
  ];
}

/** They change slowly, and the server-rendered page includes them. */
const KEPT = { revalidateIfStale: false } as const;

/** A strip that fails to load is omitted. */
function useStrip(route: typeof listCurated | typeof listPopularThisWeek, input: object | null) {
  const { data, error } = useRead(route, input, KEPT);
  return { cards: error ? [] : data?.items };
}
