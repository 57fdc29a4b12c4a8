import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, defineConfig, type SystemContext } from "@chakra-ui/react/styled-system";
import { sharedConfig } from "./shared-config.ts";
import { keyframes, semanticTokens, tokens } from "./tokens.ts";

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
  // Paper is white, whatever the theme; what is only for the screen hides itself.
  "@page": { size: "A4", margin: "16mm" },
  "@media print": { "html, body": { background: "white", color: "black", minHeight: "0" } },
  "*::placeholder": { color: "fg.subtle" },
  "*::selection": { bg: "accent.solid", color: "accent.contrast" },
  "@media (prefers-reduced-motion: reduce)": {
    "*": { transitionDuration: "0.01ms !important", animationIterationCount: "1 !important" },
  },
};

const config = defineConfig({
  preflight: true,
  globalCss,
  theme: { keyframes, tokens, semanticTokens },
});

/** Chakra with our tokens. The built site has the same without working it out: see `prepared-system.ts`. */
export const createThemeSystem = (): SystemContext => createSystem(defaultBaseConfig, sharedConfig, config);
