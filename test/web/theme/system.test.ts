import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { defaultConfig } from "@chakra-ui/react/preset";
import { describe, expect, test } from "vitest";
import { system } from "#web/theme/system.ts";
import { tokens } from "#web/theme/tokens.ts";

const SOURCES = path.resolve(import.meta.dirname, "../../../web");

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Components whose look is another's recipe. */
const SHARED_RECIPES: Readonly<Record<string, string>> = { iconButton: "button", closeButton: "button" };

const chakraRecipes = new Set([
  ...Object.keys(defaultConfig.theme?.recipes ?? {}),
  ...Object.keys(defaultConfig.theme?.slotRecipes ?? {}),
]);

interface Use {
  readonly file: string;
  readonly component: string;
  readonly recipe: string;
  readonly bringsOwn: boolean;
}

/** Every Chakra component that is imported somewhere and would have a look of its own by default. */
async function usesOfRecipes(): Promise<Use[]> {
  const uses: Use[] = [];
  for await (const file of glob("src/**/*.tsx", { cwd: SOURCES })) {
    const source = readFileSync(path.join(SOURCES, file), "utf8");
    for (const [, names = ""] of source.matchAll(/import \{([^}]*)\} from "@chakra-ui\/react"/g)) {
      for (const component of names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith("type "))) {
        const own = lowerFirst(component);
        const recipe = SHARED_RECIPES[own] ?? own;
        const bringsOwn = new RegExp(`<${component}(\\.Root)?\\s[^>]*recipe=\\{`).test(source);
        if (chakraRecipes.has(recipe)) uses.push({ file, component, recipe, bringsOwn });
      }
    }
  }
  return uses;
}

test("every Chakra component in use has its recipe, from the system or brought along", async () => {
  const uses = await usesOfRecipes();
  expect(uses.map(({ component }) => component)).toEqual(expect.arrayContaining(["Button", "Field", "Menu", "Dialog"]));
  const naked = uses.filter(
    ({ recipe, bringsOwn }) => !bringsOwn && !system.isRecipe(recipe) && !system.isSlotRecipe(recipe),
  );
  expect(naked).toEqual([]);
});

describe("contrast", () => {
  const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

  function luminance(hex: string): number {
    const full = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(full.slice(at, at + 2), 16) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  /** What a semantic colour comes down to, as a hex code. */
  function hexOf(name: string): string {
    const value: string = system.tokens.getByName(`colors.${name}`)?.originalValue ?? "";
    const reference = /^\{colors\.(.+)\}$/.exec(value)?.[1];
    return reference ? hexOf(reference) : value;
  }

  function contrast(ink: string, ground: string): number {
    const [light = 0, dark = 0] = [luminance(hexOf(ink)), luminance(hexOf(ground))].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  test.each([
    ["fg", "bg"],
    ["fg", "bg.panel"],
    ["fg", "bg.muted"],
    ["fg", "bg.emphasized"],
    ["fg.muted", "bg"],
    ["fg.muted", "bg.panel"],
    ["fg.muted", "bg.muted"],
    ["fg.subtle", "bg"],
    ["fg.subtle", "bg.panel"],
    ["fg.error", "bg.panel"],
    ["fg.error", "bg.error"],
    ["fg.success", "bg.success"],
    ["ochre.fg", "bg"],
    ["ochre.fg", "bg.panel"],
    ["ochre.fg", "ochre.subtle"],
    ["ochre.contrast", "ochre.solid"],
    ["ochre.100", "ochre.muted"],
    ["neutral.contrast", "neutral.solid"],
    ["neutral.fg", "neutral.subtle"],
    ["red.contrast", "red.solid"],
    ["red.fg", "bg.error"],
  ])("%s can be read on %s", (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["bg", "bg.panel"])("a field's edge and the focus ring stand out from %s", (ground) => {
    expect(contrast("border.emphasized", ground)).toBeGreaterThanOrEqual(3);
    expect(contrast("ochre.focusRing", ground)).toBeGreaterThanOrEqual(3);
  });
});

test("corners of pictures, cards and panels have radius 20", () => {
  expect(tokens.radii.lg?.value).toBe("20px");
  expect(system.tokens.getByName("radii.l3")?.originalValue).toBe("{radii.lg}");
});

describe("the page before any script", () => {
  const html = readFileSync(path.join(SOURCES, "index.html"), "utf8");
  const css = readFileSync(path.join(SOURCES, "src/first-paint.css"), "utf8");

  test("is as dark as the theme", () => {
    const ground = tokens.colors.neutral[950]?.value ?? "";
    expect(css).toContain(`background: ${ground}`);
    expect(html).toContain(`<meta name="theme-color" content="${ground}"`);
  });

  test("holds nothing that a policy of script-src 'self' refuses", () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/\son\w+=/);
    expect(html).not.toMatch(/https?:\/\//);
  });
});
