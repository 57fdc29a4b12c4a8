/** Focus ring over a link or button that contains only a picture, in two tones that are visible on any picture. */
export const pictureFocusRing = {
  position: "relative",
  display: "block",
  borderRadius: "inherit",
  outline: "none",
  "&:focus-visible::after": {
    content: '""',
    position: "absolute",
    inset: 0,
    borderRadius: "inherit",
    pointerEvents: "none",
    outline: "3px solid",
    outlineColor: "accent.solid",
    outlineOffset: "-3px",
    boxShadow: "inset 0 0 0 6px {colors.neutral.950}",
  },
} as const;
