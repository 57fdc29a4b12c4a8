import { chakra } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { averageColour } from "#web/ui/picture/placeholder.ts";

/** Edge to edge on phones. */
const Ground = chakra("div", {
  base: {
    display: "grid",
    placeItems: "center",
    minWidth: 0,
    background: "mount",
    marginX: { base: "-4", md: 0 },
    borderRadius: { base: 0, md: "l3" },
  },
});

interface MountProps extends ComponentProps<typeof Ground> {
  /** Thumbhash of the picture, in base64. */
  readonly placeholder: string;
}

/** The ground around a large picture, tinted with its average colour. */
export function Mount({ placeholder, ...props }: MountProps) {
  const colour = averageColour(placeholder);
  const tint = `radial-gradient(circle at 50% 40%, color-mix(in oklab, ${colour} 22%, transparent), transparent 85%)`;
  return <Ground style={colour ? { backgroundImage: tint } : {}} {...props} />;
}
