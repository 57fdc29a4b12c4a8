import { chakra } from "@chakra-ui/react";

/** Drawing of an empty picture frame that hangs askew. */
export function EmptyFrameIllustration({ isSmall = false }: { readonly isSmall?: boolean }) {
  return (
    <chakra.svg
      viewBox="0 0 240 200"
      width={isSmall ? "10rem" : { base: "13rem", md: "17rem" }}
      maxW="full"
      height="auto"
      fill="none"
      aria-hidden
    >
      <chakra.circle cx="120" cy="16" r="4" fill="fg.subtle" />
      <chakra.path d="M120 16 66 62M120 16l62 36" stroke="border.emphasized" strokeWidth="1.500" />
      <g transform="rotate(-5 120 116)">
        <chakra.rect
          x="42"
          y="56"
          width="156"
          height="120"
          rx="6"
          fill="bg.subtle"
          stroke="accent.solid"
          strokeWidth="7"
        />
        <chakra.rect x="58" y="72" width="124" height="88" rx="2" fill="bg" stroke="border" strokeWidth="1.500" />
        <chakra.path d="M58 142l32-28 22 18 26-30 44 40v16a2 2 0 0 1-2 2H60a2 2 0 0 1-2-2Z" fill="bg.muted" />
        <chakra.path d="M74 100h18M83 91v18" stroke="neutral.border" strokeWidth="2" strokeLinecap="round" />
        <chakra.circle cx="158" cy="96" r="9" stroke="neutral.border" strokeWidth="2" strokeDasharray="4 4" />
      </g>
      <chakra.path d="M62 190h116" stroke="border.muted" strokeWidth="5" strokeLinecap="round" />
    </chakra.svg>
  );
}
