/** The focus of what is a picture and nothing else: drawn over it, in two tones that one sees on any picture. */
export const pictureRing = {
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
    outlineColor: "ochre.solid",
    outlineOffset: "-3px",
    boxShadow: "inset 0 0 0 6px {colors.neutral.950}",
  },
} as const;
