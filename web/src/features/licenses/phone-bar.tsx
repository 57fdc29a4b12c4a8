import { chakra, type HTMLChakraProps } from "@chakra-ui/react";

const Bar = chakra("div", {
  base: { display: "flex", alignItems: "center", gap: "4" },
  variants: {
    pinned: {
      true: {
        position: { base: "fixed", lg: "static" },
        insetX: 0,
        bottom: 0,
        zIndex: { base: "header", lg: "auto" },
        paddingX: { base: "4", lg: 0 },
        paddingTop: { base: "3", lg: 0 },
        paddingBottom: { base: "calc({spacing.3} + env(safe-area-inset-bottom))", lg: 0 },
        background: { base: "bg.panel", lg: "transparent" },
        borderTopWidth: { base: "1px", lg: 0 },
        borderColor: "border",
        _print: { display: "none" },
      },
    },
  },
});

interface PhoneBarProps extends HTMLChakraProps<"div"> {
  /** Sticks to the bottom on phones; always in its place on wide screens. */
  readonly pinned: boolean;
}

export const PhoneBar = ({ pinned, ...props }: PhoneBarProps) => (
  <Bar pinned={pinned} {...(pinned ? { "data-buy-bar": "" } : {})} {...props} />
);
