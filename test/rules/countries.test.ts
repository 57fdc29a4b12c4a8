import { describe, expect, test } from "vitest";
import { COUNTRIES, findCountry } from "#shared/countries.ts";

describe("countries", () => {
  test("exactly these countries support sellers", () => {
    expect(COUNTRIES.filter(({ supported }) => supported).map(({ name }) => name)).toEqual([
      "Austria",
      "Belgium",
      "Bulgaria",
      "Croatia",
      "Cyprus",
      "Czech Republic",
      "Denmark",
      "Estonia",
      "Finland",
      "France",
      "Germany",
      "Greece",
      "Hungary",
      "Ireland",
      "Italy",
      "Latvia",
      "Liechtenstein",
      "Lithuania",
      "Luxembourg",
      "Malta",
      "Netherlands",
      "Norway",
      "Poland",
      "Portugal",
      "Romania",
      "Slovakia",
      "Slovenia",
      "Spain",
      "Sweden",
      "Switzerland",
      "United Kingdom",
    ]);
  });

  test("the list has 249 countries, each once", () => {
    expect(COUNTRIES).toHaveLength(249);
    expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(249);
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(249);
  });

  test("every code has two capital letters and is a region known to Intl", () => {
    const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    for (const { code, name } of COUNTRIES) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(regions.of(code), name).toBeDefined();
      expect(name.trim()).not.toBe("");
    }
  });

  test("countries are sorted by name", () => {
    const names = COUNTRIES.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
  });

  test.each([
    ["GB", { name: "United Kingdom", code: "GB", supported: true }],
    ["US", { name: "United States", code: "US", supported: false }],
    ["XX", undefined],
    ["gb", undefined],
    ["", undefined],
    ["__proto__", undefined],
  ])("%s is found by its exact code", (code, country) => {
    expect(findCountry(code)).toEqual(country);
  });
});
