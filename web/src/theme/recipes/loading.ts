import { defineRecipe } from "@chakra-ui/react/styled-system";

export const skeleton = defineRecipe({
  className: "skeleton",
  base: {
    borderRadius: "l3",
    bg: "bg.muted",
    color: "transparent",
    pointerEvents: "none",
    userSelect: "none",
    flexShrink: "0",
    animation: "pulse",
    _motionReduce: { animation: "none" },
    "&::before, &::after, *": { visibility: "hidden" },
  },
  variants: { loading: { true: {}, false: {} } },
});

export const spinner = defineRecipe({
  className: "spinner",
  base: {
    display: "inline-block",
    boxSize: "5",
    borderWidth: "2px",
    borderColor: "currentColor",
    borderBottomColor: "transparent",
    borderInlineStartColor: "transparent",
    borderRadius: "full",
    animation: "spin",
  },
  variants: { size: { inherit: { boxSize: "1em" }, md: {}, lg: { boxSize: "8" } } },
  defaultVariants: { size: "md" },
});
