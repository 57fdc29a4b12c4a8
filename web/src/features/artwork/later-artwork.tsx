import { chakra } from "@chakra-ui/react";
import { useRef } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { useNearView } from "#web/ui/use-near-view.ts";
import type { FurtherArtworkProps } from "./further-artwork.tsx";
import { getStripSpace } from "./strip-layout.ts";

const FurtherArtwork = lazyPart(() => import("./further-artwork.tsx"));

const Reserved = chakra("div", { base: { height: getStripSpace() } });

/** Further artwork, loaded near the viewport into reserved space. */
export function LaterArtwork(props: FurtherArtworkProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearView(box);
  return (
    <chakra.div ref={box} minWidth="0" marginTop="14">
      {isNear ? <FurtherArtwork {...props} fallback={<Reserved />} /> : <Reserved />}
    </chakra.div>
  );
}
