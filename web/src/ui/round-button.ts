/** Styles of a small round button with an icon and an optional label, as tall as touch requires, without an outline. */
export const ROUND_BUTTON = {
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: "1.5",
  flexShrink: 0,
  minWidth: "11",
  height: "11",
  borderRadius: "full",
  color: "fg.muted",
  textStyle: "sm",
  cursor: "button",
  userSelect: "none",
  touchAction: "manipulation",
  transition: "color 120ms, border-color 120ms",
  focusVisibleRing: "outside",
  _hover: { color: "fg" },
} as const;

/** `ROUND_BUTTON` with an outline, for a row of actions. */
export const OUTLINED_BUTTON = {
  ...ROUND_BUTTON,
  paddingX: "3",
  borderWidth: "1px",
  borderColor: "border",
  _hover: { ...ROUND_BUTTON._hover, borderColor: "fg.subtle" },
} as const;

/** In the line below a picture: above the card's link, without making the line taller. */
export const ON_CARD = { position: "relative", zIndex: 1, marginY: "-3" } as const;
