import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, type SystemContext } from "@chakra-ui/react/styled-system";
import { sharedConfig } from "./shared-config.ts";

type Values = Readonly<Record<string, string>>;

/** A category's tokens. */
interface PreparedCategory {
  /** How the references of most begin; the rest is the token's name. */
  readonly prefix: string;
  /** Their names, with spaces between. */
  readonly names: string;
  /** The others' references, or values in case of negative spacing. */
  readonly others: Values;
}

/** What Chakra works out of the tokens for a system to compute styles with, as plain data. */
export interface PreparedTokens {
  readonly categories: Readonly<Record<string, PreparedCategory>>;
  /** The custom properties that each colour palette sets. */
  readonly palettes: Readonly<Record<string, Values>>;
}

const referenceTo = (name: string, prefix: string) => `${prefix}${name.replaceAll(".", "-")})`;

function prepareCategory(category: string, { getCategoryValues, formatCssVar, prefix: site }: SystemContext["tokens"]) {
  const prefix = `${formatCssVar([category], site).ref.slice(0, -1)}-`;
  const values = Object.entries(getCategoryValues(category));
  const isRegular = ([name, value]: [string, string]) => value === referenceTo(name, prefix);
  const regular = values.filter(isRegular).map(([name]) => name);
  return { prefix, names: regular.join(" "), others: Object.fromEntries(values.filter((one) => !isRegular(one))) };
}

/** Reads a system's tokens. */
export function prepareTokens({ tokens }: SystemContext): PreparedTokens {
  const palettes = [...tokens.colorPaletteMap].map(([name, values]) => [name, Object.fromEntries(values)] as const);
  const categories = [...tokens.categoryMap.keys()].map((name) => [name, prepareCategory(name, tokens)] as const);
  return { categories: Object.fromEntries(categories), palettes: Object.fromEntries(palettes) };
}

/** Each token's reference by its name. */
const valuesIn = ({ prefix, names, others }: PreparedCategory): Values => ({
  ...Object.fromEntries(names.split(" ").map((name) => [name, referenceTo(name, prefix)])),
  ...others,
});

type Utilities = NonNullable<typeof defaultBaseConfig.utilities>;
type Utility = Utilities[string];

/** A utility whose values are looked up in the prepared tokens. */
function prepare(utility: Utility, categories: Readonly<Record<string, Values>>): Utility {
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
export function createPreparedSystem({ categories: prepared, palettes }: PreparedTokens): SystemContext {
  const categories: Record<string, Values> = {};
  for (const [name, category] of Object.entries(prepared)) categories[name] = valuesIn(category);
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
