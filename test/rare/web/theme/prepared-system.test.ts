import type { SystemStyleObject } from "@chakra-ui/react";
import { describe, expect, test } from "vitest";
import { createThemeSystem } from "#web/theme/full-system.ts";
import { createPreparedSystem, prepareTokens } from "#web/theme/prepared-system.ts";
import { sharedConfig } from "#web/theme/shared-config.ts";

const full = createThemeSystem();
const tokens = prepareTokens(full);
const prepared = createPreparedSystem(JSON.parse(JSON.stringify(tokens)));

const { recipes = {}, slotRecipes = {}, textStyles = {}, layerStyles = {} } = sharedConfig.theme ?? {};
const names = [...new Set([...full.tokens.categoryMap.values()].flatMap((category) => [...category.keys()]))];

describe("a system made from prepared tokens", () => {
  test("computes the same styles for every value of every property", () => {
    const values = [...names, ...Object.keys(textStyles), ...Object.keys(layerStyles), "outside", "{spacing.3}"];
    for (const property of full.utility.keys()) {
      for (const value of values) {
        const styles = { [property]: value } as unknown as SystemStyleObject;
        expect(JSON.stringify(prepared.css(styles)), `${property}: ${value}`).toBe(JSON.stringify(full.css(styles)));
      }
    }
  });

  test("computes the same styles under conditions, for mixed colours and for references within values", () => {
    for (const styles of [
      ...full.conditions.keys().map((condition) => ({ [condition]: { color: "fg.muted", px: "-4" } })),
      { bg: "bg/85", borderColor: "colorPalette.solid/40" },
      { padding: "calc({spacing.3} + env(safe-area-inset-bottom))", "--ring": "colors.ochre.solid", "--columns": 3 },
      { fontSize: { base: "sm", md: "lg" }, hideBelow: "md", hideFrom: "lg", srOnly: true },
      { fontWeight: "bold !important", marginX: "auto", boxShadow: "lg", animation: "spin" },
    ]) {
      expect(JSON.stringify(prepared.css(styles))).toBe(JSON.stringify(full.css(styles)));
    }
  });

  test("names the variable of each colour, which charts are painted with", () => {
    const colors = [...(full.tokens.categoryMap.get("colors")?.keys() ?? [])];
    expect(colors).toContain("accent.solid");
    for (const path of colors.map((name) => `colors.${name}`)) {
      expect([prepared.token(path), prepared.token.var(path)]).toEqual([full.token.var(path), full.token.var(path)]);
    }
    expect(prepared.token("colors.none", "#123456")).toBe("#123456");
  });

  test("has the same recipes", () => {
    for (const name of Object.keys(recipes)) {
      const [one, other] = [prepared.getRecipeFn(name), full.getRecipeFn(name)];
      expect(one({})).toEqual(other({}));
      for (const [variant, values] of Object.entries(other.variantMap)) {
        for (const value of values as string[]) expect(one({ [variant]: value })).toEqual(other({ [variant]: value }));
      }
    }
    for (const name of Object.keys(slotRecipes)) {
      expect(prepared.getSlotRecipeFn(name)({})).toEqual(full.getSlotRecipeFn(name)({}));
    }
  });

  test("takes the same properties for styles", () => {
    expect([...prepared.properties].sort()).toEqual([...full.properties].sort());
  });
});
