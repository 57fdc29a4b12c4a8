import { expect, test } from "vitest";
import {
  FILTERS,
  parseActiveFilters,
  toFilterQuery,
  withFilter,
  withoutFilters,
} from "#web/features/filters/filter-address.ts";

/** The value of a filter, by its name in the URL. */
function active(name: string) {
  const found = FILTERS.flatMap((filter) => filter.values.map((value) => ({ filter, value })));
  const one = found.find(({ value }) => value.value === name);
  if (!one) throw new Error(`No filter has ${name}`);
  return one;
}

test.each([
  ["medium=collage&source=hand,photo", { medium: "collage", source: "hand,photo" }],
  ["medium=collage,hand", { medium: "collage", source: "hand" }],
  ["medium=hand&source=photo", { source: "hand,photo" }],
  ["source=collage", {}],
])("the URL %s filters a list by %j", (search, query) => {
  expect(toFilterQuery(new URLSearchParams(search))).toEqual(query);
});

test.each([
  ["q=sea&medium=collage", "photo", true, "q=sea&medium=collage&source=photo"],
  ["medium=collage,hand&t=artwork", "photo", true, "t=artwork&medium=collage&source=hand,photo"],
  ["medium=collage,hand", "hand", false, "medium=collage"],
  ["medium=collage&source=hand", "collage", false, "source=hand"],
  ["price=-50", "-100", true, "price=-100"],
])("the URL %s with the filter %s switched (%j) becomes %s", (search, name, isOn, changed) => {
  const address = withFilter(new URLSearchParams(search), active(name), isOn);
  expect(decodeURIComponent(String(address))).toBe(changed);
});

test("an older URL's filters can be removed", () => {
  const address = new URLSearchParams("sort=popular&medium=hand&source=photo");
  expect(parseActiveFilters(address)).toHaveLength(2);
  expect(String(withoutFilters(address))).toBe("sort=popular");
});
