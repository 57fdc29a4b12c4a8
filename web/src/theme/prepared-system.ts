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

/** Tokens as Chakra computes them for a style system, as plain data. */
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

/**
 * A utility whose values are looked up in the prepared tokens when it is first used. Chakra would list them all, and their
 * types twice, for each property.
 */
function prepare(
  property: string,
  { values, transform, ...utility }: Utility,
  valuesOf: (category: string) => Values,
): Utility {
  if (!values) return transform ? { ...utility, transform } : utility;
  let known: Readonly<Record<string, unknown>> | undefined;
  function read(): Readonly<Record<string, unknown>> {
    if (typeof values === "string") return valuesOf(values);
    if (typeof values === "function") return values(valuesOf) ?? {};
    return Array.isArray(values) ? {} : (values as Values);
  }
  return {
    ...utility,
    transform(raw, details) {
      known ??= read();
      const value = known[raw] ?? raw;
      return transform ? transform(value, details) : { [property]: value };
    },
  };
}

/**
 * The system that computes the same styles as the one whose tokens these are, without working its tokens and global
 * styles out: that takes longer than a phone may be busy at a stretch, and is the same for everyone.
 */
export function createPreparedSystem({ categories: prepared, palettes }: PreparedTokens): SystemContext {
  const known = new Map<string, Values>();
  function valuesOf(category: string): Values {
    const values = known.get(category) ?? (prepared[category] ? valuesIn(prepared[category]) : {});
    known.set(category, values);
    return values;
  }
  const utilities: Utilities = {};
  for (const [property, utility] of Object.entries(defaultBaseConfig.utilities ?? {})) {
    utilities[property] = prepare(property, utility, valuesOf);
  }
  const system = createSystem({ ...defaultBaseConfig, globalCss: {}, utilities }, sharedConfig);
  const { flatMap } = system.tokens;
  const { get } = flatMap;
  flatMap.get = (path) => {
    // The value of a custom property may be a number.
    const [category = "", ...name] = String(path).split(".");
    return get.call(flatMap, path) ?? valuesOf(category)[name.join(".")];
  };
  const token = (path: string, fallback?: unknown) => flatMap.get(path) ?? fallback;
  system.token = Object.assign(token, { var: token });
  system.utility.register("colorPalette", {
    values: Object.keys(palettes),
    transform: ((name: string) => palettes[name]) as Utility["transform"],
  });
  return system;
}
