import { expect, test } from "vitest";
import {
  FILTERS,
  parseActiveFilters,
  toFilterQuery,
  withFilter,
  withoutFilters,
} from "#web/features/filters/filter-address.ts";

/** The value of a filter, by its name in the address. */
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
])("the address %s narrows a list to %j, as links with sources among the mediums do", (search, query) => {
  expect(toFilterQuery(new URLSearchParams(search))).toEqual(query);
});

test.each([
  ["q=sea&medium=collage", "photo", true, "q=sea&medium=collage&source=photo"],
  ["medium=collage,hand&t=artwork", "photo", true, "t=artwork&medium=collage&source=hand,photo"],
  ["medium=collage,hand", "hand", false, "medium=collage"],
  ["medium=collage&source=hand", "collage", false, "source=hand"],
  ["price=-50", "-100", true, "price=-100"],
])("%s with %s switched (%j) is %s", (search, name, isOn, changed) => {
  const address = withFilter(new URLSearchParams(search), active(name), isOn);
  expect(decodeURIComponent(String(address))).toBe(changed);
});

test("an address of former days loses all its filters", () => {
  const address = new URLSearchParams("sort=popular&medium=hand&source=photo");
  expect(parseActiveFilters(address)).toHaveLength(2);
  expect(String(withoutFilters(address))).toBe("sort=popular");
});
