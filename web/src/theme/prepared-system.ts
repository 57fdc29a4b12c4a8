import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, type SystemContext } from "@chakra-ui/react/styled-system";
import { sharedConfig } from "./shared-config.ts";

type Values = Readonly<Record<string, string>>;

/** What Chakra works out of the tokens for a system to compute styles with, as plain data. */
export interface PreparedTokens {
  /** Each token's reference, `var(--…)` but for negative spacing, by category and name. */
  readonly categories: Readonly<Record<string, Values>>;
  /** The custom properties that each colour palette sets. */
  readonly palettes: Readonly<Record<string, Values>>;
}

/** Reads a system's tokens. */
export function prepareTokens({ tokens }: SystemContext): PreparedTokens {
  const palettes = [...tokens.colorPaletteMap].map(([name, values]) => [name, Object.fromEntries(values)] as const);
  const categories = [...tokens.categoryMap.keys()].map((name) => [name, tokens.getCategoryValues(name)] as const);
  return { categories: Object.fromEntries(categories), palettes: Object.fromEntries(palettes) };
}

type Utilities = NonNullable<typeof defaultBaseConfig.utilities>;
type Utility = Utilities[string];

/** A utility whose values are looked up in the prepared tokens. */
function prepare(utility: Utility, categories: PreparedTokens["categories"]): Utility {
  const { values } = utility;
  const valuesOf = (category: string) => categories[category] ?? null;
  if (typeof values === "string") return { ...utility, values: () => valuesOf(values) ?? {} };
  if (typeof values === "function") return { ...utility, values: () => values(valuesOf) };
  return utility;
}

/**
 * The system that computes the same styles as the one whose tokens these are, without working its tokens and global
 * styles out: that takes longer than a phone may be busy at a stretch, and is the same for everyone.
 */
export function createPreparedSystem({ categories, palettes }: PreparedTokens): SystemContext {
  const utilities: Utilities = {};
  for (const [name, utility] of Object.entries(defaultBaseConfig.utilities ?? {})) {
    utilities[name] = prepare(utility, categories);
  }
  const system = createSystem({ ...defaultBaseConfig, globalCss: {}, utilities }, sharedConfig);
  for (const [category, values] of Object.entries(categories)) {
    for (const [name, value] of Object.entries(values)) system.tokens.flatMap.set(`${category}.${name}`, value);
  }
  system.utility.register("colorPalette", {
    values: Object.keys(palettes),
    transform: ((name: string) => palettes[name]) as Utility["transform"],
  });
  return system;
}
