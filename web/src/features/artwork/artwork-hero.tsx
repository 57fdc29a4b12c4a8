import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { type CleanSource, useLicensedPreviews } from "#web/features/licenses/licensed-previews.ts";
import { viewerGround } from "#web/ui/picture/checkerboard.ts";
import { useIsVeiled } from "#web/ui/picture/mature-choice.ts";
import { Picture } from "#web/ui/picture/picture.tsx";
import { averageColour } from "#web/ui/picture/placeholder.ts";
import { findLargest } from "#web/ui/picture/sources.ts";
import { PictureViewer } from "./picture-viewer.tsx";
import { slideLabel } from "./slide.ts";

/** Shown wider than so many times its own pixels, the largest preview would look soft. */
const MOST_STRETCHED = 1.1;

/** On a phone a preview may be drawn an eighth larger, because the next size weighs nearly three times as much. */
const STRETCHED = "88.5vw";

/** Beside its facts such a picture would be a strip: it has the page's whole width, and they stand below. */
export const isPanorama = ({ width, height }: { readonly width: number; readonly height: number }) =>
  width >= 2 * height;

const Wall = chakra("div", {
  base: {
    display: "grid",
    placeItems: "center",
    background: "mount",
    padding: { base: 0, md: "8", xl: "12" },
    marginX: { base: "-4", md: 0 },
    borderRadius: { base: 0, md: "l3" },
    minWidth: 0,
    position: { lg: "sticky" },
    top: "20",
    "[data-panorama] > &": { position: "static" },
  },
});

interface ArtworkHeroProps {
  readonly detail: ArtworkDetail;
  /** The order by which the viewer holds a licence, or their own artwork, if it is either. */
  readonly source: CleanSource | null;
}

/** The version without its watermark, where the order is about this very picture; a version bought before may show another. */
function useHeldVersion(version: ArtworkDetail["version"], source: CleanSource | null) {
  const { licensed, onError } = useLicensedPreviews(source);
  const isBought = licensed && version.previews[0]?.jpeg.startsWith(`${licensed.folder}/`);
  return { picture: isBought ? { ...version, previews: licensed.previews } : version, onError };
}

/** The picture as large as the screen allows without scrolling, on a mount tinted with its average colour. */
export function ArtworkHero({ detail: { artwork, version, owner }, source }: ArtworkHeroProps) {
  const { picture, onError } = useHeldVersion(version, source);
  const slide = { ...picture, artworkId: artwork.artworkId, owner };
  const isVeiled = useIsVeiled(slide);
  const [revealed, setRevealed] = useState<ArtworkId>();
  const ratio = version.width / version.height;
  const colour = averageColour(version.placeholder);
  const widest = Math.round(MOST_STRETCHED * (findLargest(picture.previews)?.width ?? 0));
  const room = isPanorama(version) ? "calc(100vw - 128px)" : "calc(100vw - 480px)";
  const fitting = `min(${widest}px, ${(82 * ratio).toFixed(1)}svh)`;
  const shown = (
    <Picture
      picture={slide}
      alt={slideLabel(slide)}
      sizes={`(min-width: 1024px) min(${room}, ${fitting}), ${STRETCHED}`}
      firstFrom={0}
      reveals
      onReveal={() => setRevealed(artwork.artworkId)}
      onError={onError}
    />
  );
  return (
    <Wall
      style={
        colour
          ? {
              backgroundImage: `radial-gradient(circle at 50% 40%, color-mix(in oklab, ${colour} 22%, transparent), transparent 85%)`,
            }
          : {}
      }
    >
      <chakra.div
        width="full"
        borderRadius={{ base: 0, md: "l2" }}
        overflow="hidden"
        style={{ maxWidth: fitting, ...viewerGround(version.placeholder) }}
      >
        {isVeiled ? (
          shown
        ) : (
          <PictureViewer slide={slide} startsFocused={revealed === artwork.artworkId} onError={onError}>
            {shown}
          </PictureViewer>
        )}
      </chakra.div>
    </Wall>
  );
}
