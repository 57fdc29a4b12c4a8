import { useEffect, useMemo, useState } from "react";
import { preload } from "react-dom";
import type { Preview } from "#shared/model/media.ts";
import { styled } from "#web/ui/styled.tsx";
import { averageColour, sketch } from "./placeholder.ts";
import { fallbackOf, srcSetOf } from "./sources.ts";
import { useArrival } from "./use-arrival.ts";

/** What every answer of the API says about a picture. */
export interface PictureFacts {
  readonly previews: readonly Preview[];
  /** Thumbhash in base64. */
  readonly placeholder: string;
  readonly width: number;
  readonly height: number;
}

interface PictureProps {
  readonly picture: PictureFacts;
  readonly alt: string;
  /** The picture's width on the page, in the notation of `sizes`. */
  readonly sizes: string;
  /** Width divided by height of the frame; the picture's own unless told. It is always shown whole. */
  readonly ratio?: number;
  /**
   * Viewport width in pixels from which it is among the first things seen: then it is fetched before anything else, and
   * it never fades in.
   */
  readonly firstFrom?: number | null;
}

const Frame = styled("div", {
  position: "relative",
  display: "block",
  width: "full",
  overflow: "hidden",
  borderRadius: "inherit",
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
  "& img[data-arrival=waiting]": { opacity: 0 },
});

/** Waits until the browser has nothing better to do; returns how to think better of it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 1);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work);
  return () => cancelIdleCallback(idle);
}

/** Decoding the sketch costs time that pictures already in the cache don't need. */
function useSketch(placeholder: string, isWaiting: boolean): string | null {
  const [decoded, setDecoded] = useState<string | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    return whenIdle(() => setDecoded(sketch(placeholder)));
  }, [placeholder, isWaiting]);
  return decoded;
}

/** A picture that keeps its place from the first paint: its colour, then its sketch, then the best format for its width. */
export function Picture({ picture, alt, sizes, ratio, firstFrom = null }: PictureProps) {
  const { previews, placeholder, width, height } = picture;
  const { image, arrival, onLoad, onError } = useArrival();
  const colour = useMemo(() => averageColour(placeholder), [placeholder]);
  const decoded = useSketch(placeholder, arrival === "waiting");
  const fallback = fallbackOf(previews);
  const isFirst = firstFrom !== null;
  const isAlwaysFirst = firstFrom === 0;
  if (isFirst && fallback) {
    preload(fallback.avif, {
      as: "image",
      type: "image/avif",
      imageSrcSet: srcSetOf(previews, "avif"),
      imageSizes: sizes,
      fetchPriority: "high",
      ...(isAlwaysFirst ? {} : { media: `(min-width: ${firstFrom}px)` }),
    });
  }
  return (
    <Frame
      style={{
        aspectRatio: ratio ?? `${width} / ${height}`,
        ...(colour ? { backgroundColor: colour } : {}),
        ...(decoded ? { backgroundImage: `url(${decoded})` } : {}),
      }}
    >
      <picture>
        <source type="image/avif" srcSet={srcSetOf(previews, "avif")} sizes={sizes} />
        <source type="image/webp" srcSet={srcSetOf(previews, "webp")} sizes={sizes} />
        <img
          ref={image}
          alt={alt}
          srcSet={srcSetOf(previews, "jpeg")}
          sizes={sizes}
          src={fallback?.jpeg}
          width={fallback?.width}
          height={fallback?.height}
          loading={isAlwaysFirst ? "eager" : "lazy"}
          fetchPriority={isAlwaysFirst ? "high" : "auto"}
          decoding={isAlwaysFirst ? "auto" : "async"}
          data-arrival={isFirst ? "arrived" : arrival}
          onLoad={onLoad}
          onError={onError}
        />
      </picture>
    </Frame>
  );
}
