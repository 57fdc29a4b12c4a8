import { chakra } from "@chakra-ui/react";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { viewerGround } from "#web/ui/picture/checkerboard.ts";
import { averageColour } from "#web/ui/picture/placeholder.ts";
import { largestOf } from "#web/ui/picture/sources.ts";
import { type Slide, slideLabel } from "./slide.ts";
import { useSlides } from "./use-slides.ts";
import { useZoom } from "./use-zoom.ts";

/** A native dialog: it traps the focus, hides the page from screen readers, closes on Escape and gives the focus back. */
const Dialog = chakra("dialog", {
  base: {
    position: "fixed",
    inset: 0,
    width: "100vw",
    maxWidth: "none",
    height: "100dvh",
    maxHeight: "none",
    margin: 0,
    padding: 0,
    border: 0,
    overflow: "hidden",
    background: "mount",
    color: "fg",
    overscrollBehavior: "contain",
    "&::backdrop": { background: "mount" },
    "&[open]": { animation: "appear 180ms ease-out", _motionReduce: { animation: "none" } },
  },
});

const Frame = chakra("div", {
  base: {
    position: "absolute",
    inset: 0,
    display: "grid",
    placeItems: "center",
    overflow: "hidden",
    touchAction: "none",
    userSelect: "none",
    "& picture": { display: "contents" },
    // Chromium would give each a row of its own.
    "& source": { display: "none" },
    "& img": {
      maxWidth: "none",
      transition: "transform 160ms ease-out",
      cursor: "zoom-in",
      _motionReduce: { transition: "none" },
    },
    "&[data-enlarged] img": { cursor: "grab" },
    "&[data-held] img": { transition: "none" },
    "&[data-held][data-enlarged] img": { cursor: "grabbing" },
  },
});

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

const Tools = chakra("div", {
  base: {
    position: "absolute",
    top: "max(0.75rem, env(safe-area-inset-top))",
    right: "max(0.75rem, env(safe-area-inset-right))",
    display: "flex",
    gap: "2",
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

/** The largest preview and what a browser chooses its format from; never the original. */
function Sources({ slide }: { readonly slide: Slide }) {
  const largest = largestOf(slide.previews);
  return (
    largest && (
      <>
        <source type="image/avif" srcSet={largest.avif} />
        <source type="image/webp" srcSet={largest.webp} />
      </>
    )
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

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

export interface LightboxProps {
  readonly first: Slide;
  /** Called when the first picture can't be loaded. */
  readonly onError: () => void;
  /** Called with the artwork that was looked at last. */
  readonly onClose: (artworkId?: string) => void;
}

/** A picture over the whole screen, to look at closely and to go on from to the previous and the next one. */
export default function Lightbox({ first, onError, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { slide, index, count, previous, next, neighbour, go } = useSlides(first);
  const { artworkId } = slide;
  const largest = largestOf(slide.previews);
  const picture = largest ?? slide;
  const close = () => dialog.current?.close();
  const zoom = useZoom({ picture, onSwipe: goTo, onTapBeside: close });
  const { view } = zoom;
  const label = slideLabel(slide);
  const place = count > 1 ? `${index + 1} of ${count}` : "";

  const cross = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    cross.current?.focus();
  }, []);

  function goTo(by: 1 | -1) {
    zoom.showWhole();
    go(by);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (zoom.onKey(event)) event.preventDefault();
    else if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      goTo(step);
    }
  }

  return (
    <Dialog ref={dialog} aria-label={label} onKeyDown={onKeyDown} onClose={() => onClose(artworkId)}>
      <Frame
        {...zoom.frameProps}
        {...(view.scale > 1 ? { "data-enlarged": "" } : {})}
        {...(zoom.isHeld ? { "data-held": "" } : {})}
      >
        <picture key={artworkId}>
          <Sources slide={slide} />
          <img
            src={largest?.jpeg}
            alt={label}
            width={picture.width}
            height={picture.height}
            draggable={false}
            style={{
              width: `min(100vw, ${((100 * picture.width) / picture.height).toFixed(2)}dvh)`,
              height: "auto",
              ...(viewerGround(slide.placeholder) ?? {
                backgroundColor: averageColour(slide.placeholder) ?? undefined,
              }),
              transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
            }}
            onError={artworkId === first.artworkId ? onError : undefined}
          />
        </picture>
      </Frame>
      {neighbour && (
        <picture key={`next ${neighbour.artworkId}`} hidden>
          <Sources slide={neighbour} />
          <img src={largestOf(neighbour.previews)?.jpeg} alt="" />
        </picture>
      )}
      <Caption>
        <span>{label}</span>
        <span>{place}</span>
      </Caption>
      <chakra.p srOnly role="status">
        {artworkId === first.artworkId ? "" : `${label}, ${place}`}
      </chakra.p>
      {previous && <SideButton side="left" to={previous} onPress={() => goTo(-1)} />}
      {next && <SideButton side="right" to={next} onPress={() => goTo(1)} />}
      <Tools>
        <RoundButton type="button" aria-label="Zoom out" onClick={zoom.zoomOut}>
          <Minus aria-hidden />
        </RoundButton>
        <RoundButton
          type="button"
          minWidth="4.5rem"
          aria-label={
            zoom.isFitted ? `Show at 100 %, now ${zoom.percent} %` : `Fit to the screen, now ${zoom.percent} %`
          }
          onClick={zoom.isFitted ? zoom.showActual : zoom.showWhole}
        >
          {zoom.percent} %
        </RoundButton>
        <RoundButton type="button" aria-label="Zoom in" onClick={zoom.zoomIn}>
          <Plus aria-hidden />
        </RoundButton>
        <RoundButton ref={cross} type="button" aria-label="Close" onClick={close}>
          <X aria-hidden />
        </RoundButton>
      </Tools>
    </Dialog>
  );
}
