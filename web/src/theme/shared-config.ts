import { defineConfig } from "@chakra-ui/react/styled-system";
import { button, field, input, textarea } from "./recipes/controls.ts";
import { skeleton, spinner } from "./recipes/loading.ts";
import { badge, heading, link, separator } from "./recipes/typography.ts";
import { breakpoints, layerStyles, textStyles } from "./scales.ts";
import { LIGHT } from "./theme-choice.ts";

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
