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
        expect(prepared.css(styles), `${property}: ${value}`).toEqual(full.css(styles));
      }
    }
  });

  test("computes the same styles under conditions, for mixed colours and for references within values", () => {
    for (const styles of [
      ...full.conditions.keys().map((condition) => ({ [condition]: { color: "fg.muted", px: "-4" } })),
      { bg: "bg/85", borderColor: "colorPalette.solid/40" },
      { padding: "calc({spacing.3} + env(safe-area-inset-bottom))", "--ring": "colors.ochre.solid" },
      { fontSize: { base: "sm", md: "lg" }, hideBelow: "md", hideFrom: "lg", srOnly: true },
      { fontWeight: "bold !important", marginX: "auto", boxShadow: "lg", animation: "spin" },
    ]) {
      expect(prepared.css(styles)).toEqual(full.css(styles));
    }
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
