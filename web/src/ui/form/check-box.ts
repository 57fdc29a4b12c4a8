import { chakra } from "@chakra-ui/react";

/** A native checkbox in the theme's colours: engines draw theirs differently, some without regard to the theme. */
export const CheckBox = chakra(
  "input",
  {
    base: {
      appearance: "none",
      display: "inline-grid",
      placeContent: "center",
      flexShrink: "0",
      boxSize: "6",
      margin: "0",
      borderWidth: "2px",
      borderColor: "border.emphasized",
      borderRadius: "l1",
      bg: "bg",
      color: "accent.contrast",
      cursor: "button",
      verticalAlign: "middle",
      focusVisibleRing: "outside",
      _checked: { bg: "accent.solid", borderColor: "accent.solid" },
      _before: {
        content: '""',
        boxSize: "3.5",
        bg: "currentColor",
        clipPath: "polygon(14% 44%, 0 60%, 42% 100%, 100% 20%, 84% 6%, 40% 70%)",
        visibility: "hidden",
      },
      "&:checked::before": { visibility: "visible" },
      // The system's colours replace ours, and with them the tick.
      "@media (forced-colors: active)": { appearance: "auto" },
    },
  },
  { defaultProps: { type: "checkbox" } },
);
