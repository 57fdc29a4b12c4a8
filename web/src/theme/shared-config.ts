import { defineConfig } from "@chakra-ui/react/styled-system";
import { button, field, input, textarea } from "./recipes/controls.ts";
import { skeleton, spinner } from "./recipes/loading.ts";
import { badge, heading, link, separator } from "./recipes/typography.ts";
import { LIGHT } from "./theme-choice.ts";

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

/** All but the tokens and the global styles; only the recipes that the first views use, the others are passed by their components. */
export const sharedConfig = defineConfig({
  cssVarsPrefix: "ochre",
  conditions: { light: `.${LIGHT} &` },
  theme: {
    breakpoints,
    textStyles,
    layerStyles,
    recipes: { badge, button, heading, input, link, separator, skeleton, spinner, textarea },
    slotRecipes: { field },
  },
});
