import { join } from "node:path";
import createCache from "@emotion/cache";
import { type CSSObject, css } from "@emotion/react";
import type { Plugin } from "vite";
import { createThemeSystem } from "./src/theme/full-system.ts";
import { prepareTokens } from "./src/theme/prepared-system.ts";

const THEME = join(import.meta.dirname, "src/theme");

/** The global styles as Emotion would write them, with the layers' order first. */
function globalStyles(): string {
  const { _global, layers } = createThemeSystem();
  const cache = createCache({ key: "global" });
  const rules = cache.insert("", css([layers.atRule, ..._global] as CSSObject[]), cache.sheet, false);
  if (typeof rules !== "string") throw new Error("Emotion wrote no rules: it takes this for a browser.");
  return rules;
}

/** Computes global styles and system tokens at build time; they depend on the theme alone. */
export const preparedTheme: Plugin[] = [
  {
    name: "global-styles",
    enforce: "pre",
    transform: { filter: { id: /\/theme\/global\.css$/ }, handler: () => ({ code: globalStyles(), map: null }) },
  },
  {
    name: "prepared-tokens",
    enforce: "pre",
    apply: "build",
    load: {
      filter: { id: /\/theme\/full-system\.ts$/ },
      handler: () => `import { createPreparedSystem } from ${JSON.stringify(join(THEME, "prepared-system.ts"))};
const prepared = ${JSON.stringify(prepareTokens(createThemeSystem()))};
export const createThemeSystem = () => createPreparedSystem(prepared);`,
    },
  },
];
