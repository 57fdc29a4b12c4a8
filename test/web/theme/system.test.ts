import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { defaultConfig } from "@chakra-ui/react/preset";
import { expect, test } from "vitest";
import { system } from "#web/theme/system.ts";
import { tokens } from "#web/theme/tokens.ts";

const SOURCES = path.resolve(import.meta.dirname, "../../../web");

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Components that are styled by another component's recipe. */
const SHARED_RECIPES: Readonly<Record<string, string>> = { iconButton: "button", closeButton: "button" };

const chakraRecipes = new Set([
  ...Object.keys(defaultConfig.theme?.recipes ?? {}),
  ...Object.keys(defaultConfig.theme?.slotRecipes ?? {}),
]);

interface Use {
  readonly file: string;
  readonly component: string;
  readonly recipe: string;
  readonly hasOwnRecipe: boolean;
}

/** Every Chakra component in use, other than by its parts alone, that has a recipe of its own by default. */
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
        const hasOwnRecipe = new RegExp(`<${component}(\\.Root)?\\s[^>]*recipe=\\{`).test(source);
        const isWhole =
          !new RegExp(`<${component}\\.(?!Root\\b)`).test(source) || source.includes(`<${component}.Root`);
        if (isWhole && chakraRecipes.has(recipe)) uses.push({ file, component, recipe, hasOwnRecipe });
      }
    }
  }
  return uses;
}

test("every Chakra component in use has its recipe, from the system or by its `recipe` property", async () => {
  const uses = await usesOfRecipes();
  expect(uses.map(({ component }) => component)).toEqual(expect.arrayContaining(["Button", "Field", "Menu", "Dialog"]));
  const naked = uses.filter(
    ({ recipe, hasOwnRecipe }) => !hasOwnRecipe && !system.isRecipe(recipe) && !system.isSlotRecipe(recipe),
  );
  expect(naked).toEqual([]);
});

test("corners of pictures, cards and panels have radius 20", () => {
  expect(tokens.radii.lg?.value).toBe("20px");
  expect(system.tokens.getByName("radii.l3")?.originalValue).toBe("{radii.lg}");
});

test("every named z-index is a token of the theme", async () => {
  const unknown: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}", { cwd: SOURCES })) {
    const source = readFileSync(path.join(SOURCES, file), "utf8");
    for (const [, name = ""] of source.matchAll(/zIndex[:=]\s*\{?\s*"([a-z]\w*)"/gi)) {
      if (name !== "auto" && !Object.hasOwn(tokens.zIndex, name)) unknown.push(`${file}: ${name}`);
    }
  }
  expect(unknown).toEqual([]);
});
