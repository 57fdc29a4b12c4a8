import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, defineConfig, type SystemContext } from "@chakra-ui/react/styled-system";
import { button, field, input, textarea } from "./recipes/controls.ts";
import { skeleton, spinner } from "./recipes/loading.ts";
import { badge, heading, link, separator } from "./recipes/typography.ts";
import { LIGHT } from "./theme-choice.ts";
import { breakpoints, keyframes, layerStyles, semanticTokens, textStyles, tokens } from "./tokens.ts";

const globalCss = {
  "*": {
    "--global-font-body": "fonts.body",
    "--global-font-mono": "fonts.mono",
    "--global-color-border": "colors.border",
  },
  html: {
    color: "fg",
    bg: "bg",
    lineHeight: "1.5",
    colorPalette: "ochre",
    scrollPaddingTop: "24",
  },
  // The cookie notice never hides the element that has the focus, also at the end of the page.
  "html:has([data-pay-bar])": { scrollPaddingBottom: "28" },
  "html:has([data-buy-bar])": { scrollPaddingBottom: { base: "24", lg: "0" } },
  "body:has([data-buy-bar])": { paddingBottom: { base: "20", lg: "0" } },
  "html:has([data-consent])": { scrollPaddingBottom: "48" },
  "body:has([data-consent])": { paddingBottom: "40" },
  "body:has([data-consent]):has([data-buy-bar])": { paddingBottom: { base: "60", lg: "40" } },
  // Paper is white, whatever the theme; what is only for the screen hides itself.
  "@page": { size: "A4", margin: "16mm" },
  "@media print": { "html, body": { background: "white", color: "black", minHeight: "0" } },
  "*::placeholder": { color: "fg.subtle" },
  "*::selection": { bg: "ochre.solid", color: "ochre.contrast" },
  "@media (prefers-reduced-motion: reduce)": {
    "*": { transitionDuration: "0.01ms !important", animationIterationCount: "1 !important" },
  },
};

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: "ochre",
  conditions: { light: `.${LIGHT} &` },
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    textStyles,
    layerStyles,
    recipes: { badge, button, heading, input, link, separator, skeleton, spinner, textarea },
    slotRecipes: { field },
  },
});

let system: SystemContext | undefined;

/**
 * Chakra with our tokens and only the recipes that the first views use; the others are passed by their components. Made
 * when first asked for, since it takes longer than a phone may be busy at a stretch while it also reads the scripts.
 */
export function getSystem(): SystemContext {
  system ??= createSystem(defaultBaseConfig, config);
  return system;
}
