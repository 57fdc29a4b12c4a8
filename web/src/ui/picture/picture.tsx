import { chakra } from "@chakra-ui/react";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { preload } from "react-dom";
import type { Preview } from "#shared/model/media.ts";
import { whenIdle } from "#web/ui/when-idle.ts";
import { type Maturity, matureChoice, useIsVeiled } from "./mature-choice.ts";
import { averageColour, isTransparent, sketch } from "./placeholder.ts";
import { findFallback, toSrcSet } from "./sources.ts";
import { Veil } from "./veil.tsx";

/** Fields of a picture in every API response. */
export interface PictureFacts extends Maturity {
  readonly previews: readonly Preview[];
  /** Thumbhash in base64. */
  readonly placeholder: string;
  readonly width: number;
  readonly height: number;
  /** Its artist's words for people who can't see it. */
  readonly artworkAlt?: string | undefined;
}

const NOTHING: PictureFacts["previews"] = [];

interface PictureProps {
  readonly picture: PictureFacts;
  readonly alt: string;
  /** The picture's width on the page, in the notation of `sizes`. */
  readonly sizes: string;
  /** Width divided by height of the frame, by default the picture's own; the picture fits inside. */
  readonly ratio?: number;
  /** Viewport width in pixels from which the picture is above the fold; it is then fetched first and doesn't fade in. */
  readonly firstFrom?: number | null;
  /** Offers to reveal a veiled picture; not allowed within a link or button. */
  readonly reveals?: boolean;
  readonly onReveal?: () => void;
  readonly onError?: () => void;
}

const Frame = chakra("div", {
  base: {
    position: "relative",
    display: "block",
    width: "full",
    overflow: "hidden",
    borderRadius: "inherit",
    outline: "none",
    backgroundColor: "bg.muted",
    backgroundSize: "100% 100%",
    "& img": {
      position: "absolute",
      inset: 0,
      width: "full",
      height: "full",
      objectFit: "contain",
      transition: "opacity 0.4s ease-out",
      _motionReduce: { transition: "none" },
    },
    "& img:not([data-load-state=loaded])": { opacity: 0 },
  },
});

/** Tracks an image: `loading`, then `loaded` or `failed`. Server markup starts as `loaded`, so that it shows without scripts. */
function useLoadState() {
  const image = useRef<HTMLImageElement>(null);
  const [loadState, setLoadState] = useState<"loading" | "loaded" | "failed">("loaded");
  useEffect(() => {
    // An image without a source counts as complete.
    const isThere = image.current?.complete && image.current.naturalWidth > 0;
    // Dozens of pictures may start to load at once, so this update must not block anything.
    if (!isThere) startTransition(() => setLoadState("loading"));
  }, []);
  return { image, loadState, onLoad: () => setLoadState("loaded"), onFailed: () => setLoadState("failed") };
}

/** Decodes the sketch only while the picture is missing; cached pictures don't need it. */
function useSketch(placeholder: string, isMissing: boolean): string | null {
  const [decoded, setDecoded] = useState<string | null>(null);
  useEffect(() => {
    if (!isMissing) return;
    return whenIdle(() => setDecoded(sketch(placeholder)));
  }, [placeholder, isMissing]);
  return decoded;
}

/** A picture with reserved space: shows its average colour, then its sketch, then the best format and width. */
export function Picture({
  picture,
  alt,
  sizes,
  ratio,
  firstFrom = null,
  reveals = false,
  onReveal,
  onError,
}: PictureProps) {
  const { placeholder, width, height, mature } = picture;
  const frame = useRef<HTMLDivElement>(null);
  const isVeiled = useIsVeiled(picture);
  const previews = isVeiled ? NOTHING : picture.previews;
  const { image, loadState, onLoad, onFailed } = useLoadState();
  const colour = useMemo(() => averageColour(placeholder), [placeholder]);
  const decoded = useSketch(placeholder, loadState !== "loaded");
  // Once loaded, a transparent picture shows the page behind it instead of its sketch.
  const showsGround = loadState === "loaded" && !isVeiled && isTransparent(placeholder);
  const fallback = findFallback(previews);
  const isFirst = firstFrom !== null;
  const isAlwaysFirst = firstFrom === 0;
  // Hides an image without a source or whose file is gone, which browsers draw as broken.
  const state = fallback ? (isFirst && loadState === "loading" ? "loaded" : loadState) : "loading";
  // Only in server HTML: in the browser the image itself is requested as early, and an unused preload would warn.
  if (isFirst && fallback && typeof document === "undefined") {
    preload(fallback.avif, {
      as: "image",
      type: "image/avif",
      imageSrcSet: toSrcSet(previews, "avif"),
      imageSizes: sizes,
      fetchPriority: "high",
      ...(isAlwaysFirst ? {} : { media: `(min-width: ${firstFrom}px)` }),
    });
  }
  function show(always: boolean) {
    // The pressed button is removed.
    frame.current?.focus({ preventScroll: true });
    matureChoice.show(always);
    onReveal?.();
  }
  return (
    <Frame
      ref={frame}
      {...(mature && reveals ? { tabIndex: -1 } : {})}
      style={{
        aspectRatio: ratio ?? `${width} / ${height}`,
        ...(showsGround ? { backgroundColor: "transparent" } : colour ? { backgroundColor: colour } : {}),
        ...(decoded && !showsGround ? { backgroundImage: `url(${decoded})` } : {}),
      }}
    >
      <picture>
        <source type="image/avif" srcSet={toSrcSet(previews, "avif")} sizes={sizes} />
        <source type="image/webp" srcSet={toSrcSet(previews, "webp")} sizes={sizes} />
        <img
          ref={image}
          alt={alt}
          srcSet={toSrcSet(previews, "jpeg")}
          sizes={sizes}
          src={fallback?.jpeg}
          width={fallback?.width}
          height={fallback?.height}
          loading={isAlwaysFirst ? "eager" : "lazy"}
          fetchPriority={isAlwaysFirst ? "high" : "auto"}
          decoding={isAlwaysFirst ? "auto" : "async"}
          data-load-state={state}
          onLoad={onLoad}
          onError={() => {
            onFailed();
            onError?.();
          }}
        />
      </picture>
      {isVeiled && <Veil onShow={reveals ? show : undefined} />}
    </Frame>
  );
}
