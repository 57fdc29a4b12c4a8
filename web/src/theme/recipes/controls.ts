import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react/styled-system";

export const button = defineRecipe({
  className: "button",
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    flexShrink: "0",
    appearance: "none",
    userSelect: "none",
    // With large text on phones a label wraps instead of overflowing the page.
    whiteSpace: { base: "normal", sm: "nowrap" },
    maxWidth: "100%",
    textAlign: "center",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "transparent",
    cursor: "button",
    lineHeight: "1.2",
    fontFamily: "heading",
    fontWeight: "semibold",
    transition: "background 120ms, border-color 120ms, color 120ms, transform 120ms",
    focusVisibleRing: "outside",
    _active: { transform: "scale(0.98)" },
    _disabled: { layerStyle: "disabled" },
    _icon: { flexShrink: "0", boxSize: "5" },
  },
  variants: {
    size: {
      sm: { h: "9", minW: "9", px: "4", gap: "1.5", textStyle: "sm" },
      md: { h: "11", minW: "11", px: "5", gap: "2", textStyle: "sm" },
      lg: { h: "12", minW: "12", px: "7", gap: "2.5", textStyle: "md" },
    },
    variant: {
      /** The main action of a screen; red if it can't be undone. */
      solid: {
        bg: "colorPalette.solid",
        color: "colorPalette.contrast",
        _hover: { bg: "colorPalette.solid/85" },
        // Full contrast, because the label says what will be possible.
        _disabled: { opacity: "1", bg: "bg.muted", color: "fg.muted", _hover: { bg: "bg.muted" } },
      },
      outline: {
        borderColor: "colorPalette.border",
        color: "colorPalette.fg",
        _hover: { bg: "colorPalette.subtle", borderColor: "fg.subtle" },
        _expanded: { bg: "colorPalette.subtle" },
      },
      subtle: {
        bg: "colorPalette.subtle",
        color: "colorPalette.fg",
        _hover: { bg: "colorPalette.muted" },
        _expanded: { bg: "colorPalette.muted" },
      },
      ghost: {
        color: "colorPalette.fg",
        _hover: { bg: "colorPalette.subtle" },
        _expanded: { bg: "colorPalette.subtle" },
      },
      plain: { color: "colorPalette.fg", px: "0", h: "auto", minW: "0", _hover: { textDecoration: "underline" } },
    },
  },
  defaultVariants: { size: "md", variant: "solid" },
});

const box = {
  width: "100%",
  minWidth: "0",
  appearance: "none",
  textAlign: "start",
  borderRadius: "l2",
  borderWidth: "1px",
  borderColor: "border.emphasized",
  bg: "bg.subtle",
  color: "fg",
  textStyle: "md",
  px: "4",
  transition: "border-color 120ms, background 120ms",
  focusVisibleRing: "inside",
  focusRingColor: "accent.focusRing",
  _hover: { borderColor: "fg.subtle" },
  _invalid: { borderColor: "border.error", focusRingColor: "border.error" },
  _disabled: { layerStyle: "disabled" },
} as const;

/** 16 px text, so that phones don't zoom into a field. */
export const input = defineRecipe({
  className: "input",
  base: { ...box, height: "12", "&[type=password]": { fontFamily: "system-ui, sans-serif" } },
});

export const textarea = defineRecipe({
  className: "textarea",
  base: {
    ...box,
    py: "3",
    minH: "28",
    maxH: "max(16rem, 50svh)",
    lineHeight: "moderate",
    resize: "vertical",
    fieldSizing: "content",
    // Prevents a long word from widening the page; the field grows only in height.
    contain: "inline-size",
  },
});

export const field = defineSlotRecipe({
  className: "field",
  slots: ["root", "label", "requiredIndicator", "errorText", "helperText"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", width: "100%", position: "relative" },
    label: { textStyle: "sm", fontWeight: "medium", color: "fg", _disabled: { opacity: "0.5" } },
    requiredIndicator: { color: "fg.error" },
    errorText: { display: "inline-flex", alignItems: "center", gap: "1", textStyle: "sm", color: "fg.error" },
    helperText: { textStyle: "sm", color: "fg.muted" },
  },
});
