import { COLOR_CODES, COLORS } from "#shared/colors.ts";
import {
  artworkProperty,
  PROPERTY_FILTER_NAMES,
  PROPERTY_FILTERS,
  type PropertyFilters,
} from "#shared/model/artwork-properties.ts";
import { PRICE_STOPS } from "#shared/price-bands.ts";
import { ORIENTATIONS } from "#shared/rules/orientation.ts";

/** A filter value and its label. */
interface FilterValue {
  readonly value: string;
  readonly label: string;
  /** CSS colour of a colour filter's value. */
  readonly swatch?: string;
}

/** A filter and its URL parameter. */
interface Filter {
  readonly name: "license" | "price" | "orientation" | "color" | keyof PropertyFilters;
  readonly label: string;
  readonly values: readonly FilterValue[];
  /** Allows one value at a time. */
  readonly isSingle?: boolean;
  /** The parameter by which older links name its values. */
  readonly formerName?: string | undefined;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const dearest = PRICE_STOPS[PRICE_STOPS.length - 1];

export const FILTERS: readonly Filter[] = [
  {
    name: "license",
    label: "License",
    values: [
      { value: "free", label: "Free" },
      { value: "personal", label: "Personal" },
      { value: "commercial", label: "Commercial" },
    ],
  },
  {
    name: "price",
    label: "Price, fees included",
    isSingle: true,
    values: [
      ...PRICE_STOPS.map((stop) => ({ value: `-${stop}`, label: `Up to $${stop}` })),
      { value: `${dearest}-`, label: `$${dearest} and more` },
    ],
  },
  {
    name: "color",
    label: "Color",
    values: COLOR_CODES.map((value) => ({ value, ...COLORS[value] })),
  },
  {
    name: "orientation",
    label: "Orientation",
    values: ORIENTATIONS.map((value) => ({ value, label: capitalized(value) })),
  },
  ...PROPERTY_FILTER_NAMES.map((name) => {
    const { label, values, formerFilter: formerName } = artworkProperty(PROPERTY_FILTERS[name]);
    return { name, label, values: Object.entries(values).map(([value, text]) => ({ value, label: text })), formerName };
  }),
];

/** A filter value that the URL activates. */
export interface ActiveFilter {
  readonly filter: Filter;
  readonly value: FilterValue;
}

/** Only what a filter knows; anything else in the address changes nothing. */
export const parseActiveFilters = (search: URLSearchParams): ActiveFilter[] =>
  FILTERS.flatMap((filter) => {
    const parameters = [filter.name, ...(filter.formerName ? [filter.formerName] : [])];
    const names = parameters.flatMap((parameter) => search.get(parameter)?.split(",") ?? []);
    const active = filter.values.filter(({ value }) => names.includes(value));
    return active.slice(0, filter.isSingle ? 1 : undefined).map((value) => ({ filter, value }));
  });

/** The URL with a filter value added or removed. */
export function withFilter(search: URLSearchParams, { filter, value }: ActiveFilter, isOn: boolean): URLSearchParams {
  const changed = withoutFilters(search);
  const kept = parseActiveFilters(search).filter(
    (active) => active.filter !== filter || (active.value !== value && !filter.isSingle),
  );
  for (const active of isOn ? [...kept, { filter, value }] : kept) {
    const { name } = active.filter;
    changed.set(name, [...(changed.get(name)?.split(",") ?? []), active.value.value].join(","));
  }
  return changed;
}

/** The URL without filters. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(search);
  for (const filter of FILTERS) changed.delete(filter.name);
  return changed;
}

/** Dollars as cents, under `name`; an empty object without a value. */
const cents = (name: string, dollars: string | undefined) => (dollars ? { [name]: Number(dollars) * 100 } : {});

/** The URL's filters as query parameters of the API. */
export function toFilterQuery(search: URLSearchParams): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  for (const { filter, value } of parseActiveFilters(search)) {
    if (filter.name === "price") {
      const [from, to] = value.value.split("-");
      Object.assign(query, cents("priceFrom", from), cents("priceTo", to));
    } else query[filter.name] = [...(query[filter.name] ? [query[filter.name]] : []), value.value].join(",");
  }
  return query;
}
