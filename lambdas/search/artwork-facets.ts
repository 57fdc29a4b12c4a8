import { listedTagsOf } from "#shared/mediums.ts";
import type { ArtworkFilters } from "#shared/model/artwork-filters.ts";
import { bandOf, dollarsIn, PRICE_BANDS } from "#shared/price-bands.ts";
import type { FeeSchedule } from "#shared/rules/fees.ts";
import { licenseOptionsOf } from "#shared/rules/license-options.ts";
import { orientationOf } from "#shared/rules/orientation.ts";
import { artworkTermsIn } from "../artwork/cards.ts";
import type { ArtworkItem } from "../artwork/find-artwork.ts";
import { likenessWords } from "../media/likeness.ts";
import type { PictureLook } from "../media/stored-look.ts";
import type { Steps } from "./read-order.ts";
import {
  type Facet,
  type FacetGroups,
  type Order,
  type Sort,
  stepFacet,
  stepOf,
  type Texts,
  tagFacet,
} from "./terms.ts";

/** Where works that nobody can license stand among prices: behind all others. */
const UNAVAILABLE = 8000;

/** Steps of popularity: the works with the most favourites first. */
const MOST_POPULAR = 100;

/** Two steps for each doubling of favourites, so that a work changes lists seldom. */
export const popularityStep = (favorites: number) => MOST_POPULAR - Math.floor(2 * Math.log2(favorites + 1));

type PriceOrder = Extract<Order, "price" | "commercial">;

const bandFacet = (order: PriceOrder, band: number): Facet => `${order}:${band}`;

/** What a price says, in whole dollars without fees; `undefined` for what isn't offered. */
const priceFacets = (order: PriceOrder, dollars: number | undefined): Facet[] =>
  dollars === undefined
    ? [stepFacet(order, UNAVAILABLE)]
    : [stepFacet(order, dollars), bandFacet(order, bandOf(dollars))];

/** What pictures that are alike share. */
export const likenessFacets = (look: PictureLook | undefined): Facet[] =>
  likenessWords(look?.likeness).map((word) => `like:${word}` as const);

/** By what works are listed, filtered, sorted and found to be alike. */
export function artworkFacets(item: ArtworkItem): Facet[] {
  const { tags = [], medium, look, favorites } = item;
  const offers = licenseOptionsOf(artworkTermsIn(item)).map(({ licenseType, licensePrice }) => ({
    licenseType,
    dollars: licensePrice / 100,
  }));
  const cheapest = offers.map(({ dollars }) => dollars).sort((a, b) => a - b)[0];
  return [
    ...listedTagsOf(tags, medium).map(tagFacet),
    ...(medium ? ([`medium:${medium}`] as const) : []),
    ...offers.map(({ licenseType }) => `license:${licenseType}` as const),
    ...(cheapest === 0 ? (["license:free"] as const) : []),
    `orientation:${orientationOf(item)}`,
    ...(look?.colors ?? []).map((color) => `color:${color}` as const),
    ...likenessFacets(look),
    ...priceFacets("price", cheapest),
    ...priceFacets("commercial", offers.find(({ licenseType }) => licenseType === "commercial")?.dollars),
    stepFacet("popular", popularityStep(favorites)),
  ];
}

/** What the index is asked for. */
interface Narrowing {
  readonly facets: FacetGroups;
  readonly accepts: ((texts: Texts) => boolean) | undefined;
  readonly sort: Sort;
  readonly steps: Steps | undefined;
}

/** Whether an address narrows a list at all. */
export const isFiltered = (filters: ArtworkFilters) =>
  [
    filters.license,
    filters.priceFrom,
    filters.priceTo,
    filters.orientation,
    filters.medium,
    filters.color,
    filters.tag,
  ].some((value) => value !== undefined);

const groupOf = (name: string, values: readonly string[] | undefined): Facet[][] =>
  values ? [values.map((value) => `${name}:${value}` as const)] : [];

/** Filters as the index has them; `undefined` where no price is in the range. */
export function narrowingOf(filters: ArtworkFilters, sort: Sort, fees: FeeSchedule): Narrowing | undefined {
  const { license, priceFrom, priceTo, orientation, medium, color, tag } = filters;
  const facets = [
    ...(tag ? [tag.map(tagFacet)] : []),
    ...groupOf("license", license),
    ...groupOf("color", color),
    ...groupOf("medium", medium),
    ...groupOf("orientation", orientation),
  ];
  // Who looks for commercial licences means what those cost.
  const order: PriceOrder = license?.length === 1 && license[0] === "commercial" ? "commercial" : "price";
  const sorted = sort === "price" ? order : sort;
  if (priceFrom === undefined && priceTo === undefined)
    return { facets, accepts: undefined, sort: sorted, steps: undefined };
  const range = dollarsIn({ from: priceFrom, to: priceTo }, fees);
  if (!range) return undefined;
  if (sort === "price") return { facets, accepts: undefined, sort: sorted, steps: range };
  const [first, last] = [bandOf(range.first), bandOf(range.last)];
  const bands = Array.from({ length: last - first + 1 }, (_, at) => bandFacet(order, first + at));
  const isAtEdges = range.first === (PRICE_BANDS[first - 1] ?? -1) + 1 && range.last === PRICE_BANDS[last];
  const accepts = (texts: Texts) => {
    const dollars = stepOf(texts, order);
    return dollars !== undefined && dollars >= range.first && dollars <= range.last;
  };
  return { facets: [...facets, bands], accepts: isAtEdges ? undefined : accepts, sort: sorted, steps: undefined };
}
