import { describe, expect, test } from "vitest";
import { COUNTRIES, findCountry } from "#shared/countries.ts";

describe("countries", () => {
  test("sellers are supported in exactly these countries", () => {
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

  test("all 249 of ISO 3166-1 are listed, each once", () => {
    expect(COUNTRIES).toHaveLength(249);
    expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(249);
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(249);
  });

  test("every code is two capital letters that the platform knows as a region", () => {
    const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    for (const { code, name } of COUNTRIES) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(regions.of(code), name).toBeDefined();
      expect(name.trim()).not.toBe("");
    }
  });

  test("they stand in the order in which a reader looks for them", () => {
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
  ])("%s is looked up by its code", (code, country) => {
    expect(findCountry(code)).toEqual(country);
  });
});
