import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import "yet-another-react-lightbox/styles.css";
import { chakra } from "@chakra-ui/react";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import Carousel, { type ControllerRef, type ZoomRef } from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import type { ArtworkId } from "#shared/model/ids.ts";
import { useBackToClose } from "#web/ui/dialog-history.ts";
import { dimensionsLabel } from "#web/ui/labels.ts";
import { viewerGround } from "#web/ui/picture/checkerboard.ts";
import { useIsVeiled } from "#web/ui/picture/mature-choice.ts";
import { Picture } from "#web/ui/picture/picture.tsx";
import { averageColour } from "#web/ui/picture/placeholder.ts";
import { findLargest } from "#web/ui/picture/sources.ts";
import { type Slide, slideLabel } from "./slide.ts";
import { type OriginalStep, useOriginal } from "./use-original.ts";
import { useSlides } from "./use-slides.ts";

declare module "yet-another-react-lightbox" {
  interface SlideImage {
    readonly artwork?: Slide;
  }
}

/** Screen pixels per picture pixel at the maximum zoom. */
const CLOSEST = 4;

const RoundButton = chakra("button", {
  base: {
    display: "grid",
    placeItems: "center",
    minWidth: "11",
    height: "11",
    paddingX: "2.5",
    borderRadius: "full",
    background: "bg/85",
    color: "fg",
    textStyle: "sm",
    fontWeight: "semibold",
    fontVariantNumeric: "tabular-nums",
    cursor: "pointer",
    touchAction: "manipulation",
    _hover: { background: "bg.emphasized" },
    _disabled: { opacity: 0.4, cursor: "default" },
    "&:focus-visible": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "2px" },
  },
});

const Caption = chakra("div", {
  base: {
    position: "absolute",
    insetX: 0,
    bottom: 0,
    display: "flex",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "4",
    padding: "4",
    paddingTop: "10",
    paddingBottom: "max(1rem, env(safe-area-inset-bottom))",
    background: "linear-gradient(transparent, {colors.mount})",
    textStyle: "sm",
    pointerEvents: "none",
    "& > :first-of-type": { minWidth: 0, overflowWrap: "anywhere" },
    "& > :last-of-type": { flexShrink: 0, fontVariantNumeric: "tabular-nums" },
  },
});

const Retry = chakra("button", {
  base: {
    minHeight: "6",
    fontWeight: "semibold",
    textDecoration: "underline",
    cursor: "pointer",
    pointerEvents: "auto",
    focusVisibleRing: "outside",
  },
});

const ROOT_STYLE = {
  color: "var(--ochre-colors-fg)",
  "--yarl__color_backdrop": "var(--ochre-colors-mount)",
  "--yarl__toolbar_padding": "max(0.75rem, env(safe-area-inset-top)) max(0.75rem, env(safe-area-inset-right)) 0",
} as const;

/** A slide whose source is the artwork's id, with a size that limits zooming to `CLOSEST`. */
const toImage = (artwork: Slide) => ({
  src: artwork.artworkId,
  artwork,
  width: CLOSEST * artwork.width,
  height: CLOSEST * artwork.height,
});

interface FullPictureProps {
  readonly slide: Slide;
  /** URL of the original, once loaded. */
  readonly original: string | undefined;
  readonly isEnlarged: boolean;
  readonly onReveal: () => void;
  readonly onError?: (() => void) | undefined;
}

/** The original, or the largest preview in the browser's best format, in the same place. */
function FullPicture({ slide, original, isEnlarged, onReveal, onError }: FullPictureProps) {
  const largest = findLargest(slide.previews);
  const { width, height } = slide;
  const fitting = `min(100vw, ${((100 * width) / height).toFixed(2)}dvh)`;
  if (useIsVeiled(slide)) {
    return (
      <div style={{ width: fitting }}>
        <Picture picture={slide} alt={getPictureAlt(slide, slide.owner)} sizes="100vw" reveals onReveal={onReveal} />
      </div>
    );
  }
  return (
    <picture style={{ display: "contents" }}>
      <source type="image/avif" srcSet={original ?? largest?.avif} />
      <source type="image/webp" srcSet={original ?? largest?.webp} />
      <img
        src={original ?? largest?.jpeg}
        alt={getPictureAlt(slide, slide.owner)}
        width={width}
        height={height}
        draggable={false}
        style={{
          width: fitting,
          height: "auto",
          aspectRatio: `${width} / ${height}`,
          cursor: isEnlarged ? "grab" : "zoom-in",
          ...(viewerGround(slide.placeholder) ?? { backgroundColor: averageColour(slide.placeholder) ?? undefined }),
        }}
        onError={onError}
      />
    </picture>
  );
}

interface OriginalStatusProps {
  readonly slide: Slide;
  readonly step: OriginalStep | undefined;
  readonly onRetry: () => void;
}

function OriginalStatus({ slide, step, onRetry }: OriginalStatusProps) {
  return (
    <chakra.span role="status" marginStart="auto">
      {step === "loading" && "Loading original…"}
      {step === "loaded" && `Original, ${dimensionsLabel(slide.width, slide.height)} px`}
      {step === "failed" && (
        <>
          Original not loaded.{" "}
          <Retry type="button" onClick={onRetry}>
            Try again
          </Retry>
        </>
      )}
    </chakra.span>
  );
}

interface SideProps {
  readonly side: "left" | "right";
  readonly to: Slide;
  readonly onPress: () => void;
}

function SideButton({ side, to, onPress }: SideProps) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <RoundButton
      type="button"
      position="absolute"
      top="calc(50% - 1.375rem)"
      style={{ [side]: "0.75rem" }}
      aria-label={`${side === "left" ? "Previous" : "Next"}: ${slideLabel(to)}`}
      onClick={onPress}
    >
      <Icon aria-hidden />
    </RoundButton>
  );
}

export interface LightboxProps {
  readonly first: Slide;
  /** Called if the first picture can't be loaded. */
  readonly onError: () => void;
  /** Called with the artwork shown last. */
  readonly onClose: (artworkId?: ArtworkId) => void;
}

/** Full-screen viewer with zoom and previous and next pictures. */
export default function Lightbox({ first, onError, onClose }: LightboxProps) {
  const { slides, slide, index, previous, next, show } = useSlides(first);
  // Memoized, as a new array would abort the animation.
  const images = useMemo(() => slides.map(toImage), [slides]);
  const carousel = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const [wantedId, setWantedId] = useState<string>();
  const isVeiled = useIsVeiled(slide);
  const original = useOriginal(slide, wantedId === slide.artworkId && !isVeiled);
  const preview = findLargest(slide.previews) ?? slide;
  /** Size that 100 % and the maximum zoom refer to. */
  const { width, height } = original.isOpen ? slide : preview;
  const label = slideLabel(slide);
  const place = slides.length > 1 ? `${index + 1} of ${slides.length}` : "";
  const step = { [-1]: () => carousel.current?.prev(), 1: () => carousel.current?.next() };

  useBackToClose(true, () => onClose(slide.artworkId));

  /** Zooms to one screen pixel per picture pixel. */
  function showActual({ maxZoom, changeZoom }: ZoomRef) {
    setWantedId(slide.artworkId);
    changeZoom(maxZoom / CLOSEST);
  }

  /** Beyond its own resolution the largest preview would look soft. */
  function onZoom(level: number) {
    const shownWidth = (CLOSEST * level * width) / (zoom.current?.maxZoom ?? Number.POSITIVE_INFINITY);
    if (level > 1 && shownWidth * window.devicePixelRatio > preview.width) setWantedId(slide.artworkId);
  }

  function retry() {
    // The pressed button is removed.
    carousel.current?.focus();
    original.retry();
  }

  function onKeyDown({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || altKey || !zoom.current) return;
    if (key === "=") zoom.current.zoomIn();
    else if (key === "0") zoom.current.changeZoom(1);
    else if (key === "1") showActual(zoom.current);
    else if (key === "PageUp") step[-1]();
    else if (key === "PageDown") step[1]();
  }

  function Tools(ref: ZoomRef) {
    const isFitted = ref.zoom === 1;
    const percent = Math.round((100 * CLOSEST * ref.zoom) / ref.maxZoom);
    return (
      <chakra.div display="flex" gap="2">
        <RoundButton type="button" aria-label="Zoom out" onClick={ref.zoomOut}>
          <Minus aria-hidden />
        </RoundButton>
        <RoundButton
          type="button"
          minWidth="4.5rem"
          aria-label={isFitted ? `Show at 100%, now ${percent}%` : `Fit to the screen, now ${percent}%`}
          onClick={() => (isFitted ? showActual(ref) : ref.changeZoom(1))}
        >
          {percent}%
        </RoundButton>
        <RoundButton type="button" aria-label="Zoom in" onClick={ref.zoomIn}>
          <Plus aria-hidden />
        </RoundButton>
        <RoundButton type="button" aria-label="Close" onClick={() => carousel.current?.close()}>
          <X aria-hidden />
        </RoundButton>
      </chakra.div>
    );
  }

  return (
    <Carousel
      open
      close={() => onClose(slide.artworkId)}
      plugins={[Zoom]}
      slides={images}
      index={index}
      on={{ view: ({ index }) => show(index), zoom: ({ zoom }) => onZoom(zoom) }}
      controller={{ ref: carousel, closeOnBackdropClick: true }}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      animation={{ fade: 180, swipe: 300, zoom: 160 }}
      zoom={{
        ref: zoom,
        scrollToZoom: true,
        zoomInMultiplier: 1.5,
        keyboardMoveDistance: 80,
        maxZoomPixelRatio: width / slide.width,
        // Below 1 for pictures smaller than the screen.
        minZoom: Math.min(1, Math.max(width / window.innerWidth, height / window.innerHeight)),
      }}
      toolbar={{ buttons: [] }}
      labels={{ Lightbox: label, "Photo gallery": "Pictures", Slide: "picture" }}
      portal={{ container: { onKeyDown } }}
      styles={{ root: ROOT_STYLE }}
      render={{
        slide: ({ slide: { artwork }, zoom = 1 }) =>
          artwork && (
            <FullPicture
              slide={artwork}
              original={original.findUrl(artwork.artworkId)}
              isEnlarged={zoom > 1}
              onReveal={() => carousel.current?.focus()}
              onError={artwork.artworkId === first.artworkId ? onError : undefined}
            />
          ),
        buttonPrev: () => previous && <SideButton side="left" to={previous} onPress={step[-1]} />,
        buttonNext: () => next && <SideButton side="right" to={next} onPress={step[1]} />,
        buttonZoom: Tools,
        controls: () => (
          <>
            <Caption>
              <span>{label}</span>
              <OriginalStatus slide={slide} step={original.step} onRetry={retry} />
              <span>{place}</span>
            </Caption>
            <chakra.p srOnly role="status">
              {slide.artworkId === first.artworkId ? "" : `${label}, ${place}`}
            </chakra.p>
          </>
        ),
      }}
    />
  );
}
