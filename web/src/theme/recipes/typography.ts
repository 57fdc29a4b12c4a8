import { defineRecipe } from "@chakra-ui/react/styled-system";

export const heading = defineRecipe({
  className: "heading",
  base: { fontFamily: "heading", fontWeight: "bold", textWrap: "balance" },
  variants: {
    /** Chakra's names, because its types allow no others. */
    size: {
      md: { textStyle: "md" },
      lg: { textStyle: "title" },
      "2xl": { textStyle: "section" },
      "3xl": { textStyle: "work" },
      "4xl": { textStyle: "page" },
      "5xl": { textStyle: "hero", fontWeight: "black" },
      "7xl": { textStyle: "huge", fontWeight: "black" },
    },
  },
  defaultVariants: { size: "2xl" },
});

export const link = defineRecipe({
  className: "link",
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    borderRadius: "l1",
    cursor: "pointer",
    focusVisibleRing: "outside",
    transition: "color 120ms",
  },
  variants: {
    variant: {
      /** Within running text. */
      underline: {
        color: "accent.fg",
        textDecoration: "underline",
        textUnderlineOffset: "3px",
        _hover: { color: "fg" },
      },
      /** In lists and bars of links, and around other content, such as a card. */
      plain: { _hover: { color: "fg" } },
    },
  },
  defaultVariants: { variant: "underline" },
});

export const badge = defineRecipe({
  className: "badge",
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    px: "2.5",
    h: "6",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
    whiteSpace: "nowrap",
    colorPalette: "neutral",
    bg: "colorPalette.subtle",
    color: "colorPalette.fg",
  },
});

export const separator = defineRecipe({
  className: "separator",
  base: { display: "block", borderColor: "border.muted" },
  variants: {
    orientation: { vertical: { borderInlineStartWidth: "1px" }, horizontal: { borderTopWidth: "1px" } },
    variant: { solid: { borderStyle: "solid" } },
  },
  defaultVariants: { orientation: "horizontal", variant: "solid" },
});
