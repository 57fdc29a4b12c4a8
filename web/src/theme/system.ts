import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, defineConfig } from "@chakra-ui/react/styled-system";
import { button, field, input, textarea } from "./recipes/controls.ts";
import { skeleton, spinner } from "./recipes/loading.ts";
import { badge, heading, link, separator } from "./recipes/typography.ts";
import { LIGHT } from "./theme-choice.ts";
import { keyframes, semanticTokens, tokens } from "./tokens.ts";

const breakpoints = { sm: "480px", md: "768px", lg: "1024px", xl: "1280px", "2xl": "1600px", "3xl": "2200px" };

const textStyles = {
  xs: { value: { fontSize: "xs", lineHeight: "short" } },
  sm: { value: { fontSize: "sm", lineHeight: "moderate" } },
  md: { value: { fontSize: "md", lineHeight: "moderate" } },
  lg: { value: { fontSize: "lg", lineHeight: "moderate" } },
  title: { value: { fontSize: "xl", lineHeight: "short", letterSpacing: "-0.01em" } },
  section: { value: { fontSize: "2xl", lineHeight: "short", letterSpacing: "-0.015em" } },
  work: { value: { fontSize: "3xl", lineHeight: "tight", letterSpacing: "tight" } },
  page: { value: { fontSize: "4xl", lineHeight: "tight", letterSpacing: "tight" } },
  hero: { value: { fontSize: "5xl", lineHeight: "none", letterSpacing: "tight" } },
  huge: { value: { fontSize: "6xl", lineHeight: "none", letterSpacing: "tight" } },
};

const layerStyles = { disabled: { value: { opacity: "0.45", cursor: "not-allowed" } } };

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
    colorPalette: "accent",
    scrollPaddingTop: "24",
  },
  // The cookie notice never hides the element that has the focus, also at the end of the page.
  "html:has([data-pay-bar])": { scrollPaddingBottom: "28" },
  "html:has([data-buy-bar])": { scrollPaddingBottom: { base: "24", lg: "0" } },
  "body:has([data-buy-bar])": { paddingBottom: { base: "20", lg: "0" } },
  "html:not([data-consented]):has([data-consent])": { scrollPaddingBottom: "48" },
  "html:not([data-consented]) body:has([data-consent])": { paddingBottom: "40" },
  "html:not([data-consented]) body:has([data-consent]):has([data-buy-bar])": {
    paddingBottom: { base: "64", lg: "40" },
  },
  // Chakra sets it on every element, so that a name would break later than the text that it stands in.
  bdi: { overflowWrap: "inherit" },
  // Prints on white in both themes; components hide what is for the screen only.
  "@page": { size: "A4", margin: "16mm" },
  "@media print": { body: { background: "white", color: "black", minHeight: "0" } },
  "*::placeholder": { color: "fg.subtle" },
  "*::selection": { bg: "accent.solid", color: "accent.contrast" },
  "@media (prefers-reduced-motion: reduce)": {
    "*": { transitionDuration: "0.01ms !important", animationIterationCount: "1 !important" },
  },
};

/** Only the recipes that the first views use; the others are passed by their components. */
const config = defineConfig({
  cssVarsPrefix: "ochre",
  conditions: { light: `.${LIGHT} &` },
  preflight: true,
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

/** Chakra with our tokens. */
export const system = createSystem(defaultBaseConfig, config);
