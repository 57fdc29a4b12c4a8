/** The focus ring of a link or button that holds only a picture: drawn over it, in two tones that show on any picture. */
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
