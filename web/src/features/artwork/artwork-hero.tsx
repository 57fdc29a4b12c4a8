import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { type CleanSource, useLicensedPreviews } from "#web/features/licenses/licensed-previews.ts";
import { viewerGround } from "#web/ui/picture/checkerboard.ts";
import { useIsVeiled } from "#web/ui/picture/mature-choice.ts";
import { Picture } from "#web/ui/picture/picture.tsx";
import { findLargest } from "#web/ui/picture/sources.ts";
import { Mount } from "./mount.tsx";
import { PictureViewer } from "./picture-viewer.tsx";

/** Upper limit of enlarging the largest preview, above which it looks soft. */
const MAX_STRETCH = 1.1;

/** On phones a preview may be enlarged by an eighth, because the next size has nearly three times the bytes. */
const STRETCHED = "88.5vw";

/** A picture too wide to share the page with its facts: it gets the whole width, with the facts below. */
export const isPanorama = ({ width, height }: { readonly width: number; readonly height: number }) =>
  width >= 2 * height;

interface ArtworkHeroProps {
  readonly detail: ArtworkDetail;
  /** The viewer's order with a licence, or their own artwork; null for others. */
  readonly source: CleanSource | null;
}

/** The version without a watermark, if the order is for this picture; an earlier version may have another. */
function useHeldVersion(version: ArtworkDetail["version"], source: CleanSource | null) {
  const { licensed, onError } = useLicensedPreviews(source);
  const isBought = licensed && version.previews[0]?.jpeg.startsWith(`${licensed.folder}/`);
  return { picture: isBought ? { ...version, previews: licensed.previews } : version, onError };
}

/** The picture, as large as fits without scrolling, on a mount tinted with its average colour. */
export function ArtworkHero({ detail: { artwork, version, owner }, source }: ArtworkHeroProps) {
  const { picture, onError } = useHeldVersion(version, source);
  const slide = { ...picture, artworkId: artwork.artworkId, owner };
  const isVeiled = useIsVeiled(slide);
  const [revealed, setRevealed] = useState<ArtworkId>();
  const ratio = version.width / version.height;
  const widest = Math.round(MAX_STRETCH * (findLargest(picture.previews)?.width ?? 0));
  const room = isPanorama(version) ? "calc(100vw - 128px)" : "calc(100vw - 480px)";
  const fitting = `min(${widest}px, ${(82 * ratio).toFixed(1)}svh)`;
  const shown = (
    <Picture
      picture={slide}
      alt={getPictureAlt(slide, owner)}
      sizes={`(min-width: 1024px) min(${room}, ${fitting}), ${STRETCHED}`}
      firstFrom={0}
      reveals
      onReveal={() => setRevealed(artwork.artworkId)}
      onError={onError}
    />
  );
  return (
    <Mount placeholder={version.placeholder} padding={{ base: 0, md: "8", xl: "12" }}>
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
    </Mount>
  );
}
