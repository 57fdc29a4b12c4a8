import type { ReactElement } from "react";
import { listCategories, listCurated, listPopularThisWeek } from "#shared/contract/artwork.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { type Pages, useRead } from "#web/api/use-read.ts";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { ArtworkStrip } from "./artwork-strip.tsx";
import { CategoryList } from "./category-list.tsx";
import { parseSort } from "./sort-switch.tsx";

/** The home page has highlights only in the default order and without filters. */
export const hasStrips = (address: URLSearchParams) =>
  parseSort(address) === "newest" && Object.keys(toFilterQuery(address)).length === 0;

/** The works above the list of all artwork on the unfiltered home page. */
interface Highlights {
  /** The first curated work, or the most popular or newest one; `undefined` while loading, `null` without any. */
  readonly lead: ArtworkCard | undefined | null;
  /** Strips without empty ones. */
  readonly strips: readonly ReactElement[];
  /** Ids of the works above the list; `undefined` while loading. */
  readonly artworkIds: ReadonlySet<string> | undefined;
}

/** The highlights of the unfiltered home page; `null` if there are none. `newest` starts the list of all artwork. */
export function useHighlights(address: URLSearchParams, newest: readonly ArtworkCard[]): Highlights | null {
  const input = hasStrips(address) ? {} : null;
  const curated = getItems(useRead(listCurated, input, KEPT));
  const trending = getItems(useRead(listPopularThisWeek, input, KEPT));
  const categories = getItems(useRead(listCategories, input, KEPT));
  if (!input || [curated, trending, categories].every((items) => items?.length === 0)) return null;
  const covers = new Set(categories?.map(({ artwork }) => artwork.artworkId));
  const [lead] = [curated, trending, newest.filter(({ artworkId }) => !covers.has(artworkId))].find(
    (cards) => cards?.length !== 0,
  ) ?? [null];
  const strips = [
    { title: "Curated", cards: curated?.filter((card) => card !== lead) },
    { title: "Trending", cards: trending?.filter((card) => card !== lead) },
  ].filter(({ cards }) => cards?.length !== 0);
  const isLoading = !curated || !trending || !categories;
  return {
    lead,
    strips: [
      ...strips.map((strip) => <ArtworkStrip key={strip.title} {...strip} />),
      <CategoryList key="categories" categories={categories ?? []} />,
    ],
    artworkIds: isLoading
      ? undefined
      : new Set([...covers, ...[lead, ...curated, ...trending].flatMap((card) => card?.artworkId ?? [])]),
  };
}

/** They change slowly, and the server-rendered page includes them. */
const KEPT = { revalidateIfStale: false } as const;

/** The items of a strip; none if it fails to load. */
const getItems = <Item,>({ data, error }: { data: { readonly items: readonly Item[] } | undefined; error: unknown }) =>
  error ? [] : data?.items;

/** The list of all artwork without the works above it; the whole list if those are all there are. */
export function withoutHighlights(pages: Pages<ArtworkCard>, { artworkIds }: Highlights): Pages<ArtworkCard> {
  if (!artworkIds) return { ...pages, items: [], isLoading: true };
  const others = pages.items.filter(({ artworkId }) => !artworkIds.has(artworkId));
  return others.length === 0 && !pages.hasMore ? pages : { ...pages, items: others };
}
