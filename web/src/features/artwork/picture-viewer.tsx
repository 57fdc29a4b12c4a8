import { chakra } from "@chakra-ui/react";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { pictureFocusRing } from "#web/ui/picture/focus-ring.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { largestOf, srcSetOf } from "#web/ui/picture/sources.ts";

const Opener = chakra("button", {
  base: { ...pictureFocusRing, width: "full", cursor: "zoom-in" },
});

/** A native dialog: it traps the focus, hides the page from screen readers and closes on Escape. */
const Viewer = chakra("dialog", {
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
    background: "black",
    color: "white",
    cursor: "zoom-out",
    overscrollBehavior: "contain",
    "&::backdrop": { background: "black" },
    "&[open]": { animation: "appear 180ms ease-out", _motionReduce: { animation: "none" } },
    "& img": { width: "full", height: "full", objectFit: "contain" },
  },
});

const Close = chakra("button", {
  base: {
    position: "absolute",
    top: "4",
    right: "4",
    display: "grid",
    placeItems: "center",
    boxSize: "12",
    borderRadius: "full",
    background: "black/60",
    cursor: "pointer",
    focusVisibleRing: "outside",
  },
});

interface PictureViewerProps {
  readonly picture: PictureFacts;
  readonly alt: string;
  /** Called when it can't be loaded. */
  readonly onError: () => void;
  /** The picture on the page, which opens the viewer. */
  readonly children: ReactNode;
}

/** Shows a picture over the whole screen; Escape, the cross or a click anywhere goes back. */
export function PictureViewer({ picture, alt, onError, children }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const { previews } = picture;
  return (
    <>
      <Opener
        type="button"
        aria-label={`View ${alt} over the whole screen`}
        onClick={() => dialog.current?.showModal()}
      >
        {children}
      </Opener>
      <Viewer ref={dialog} aria-label={alt} onClick={close}>
        <picture>
          <source type="image/avif" srcSet={srcSetOf(previews, "avif")} sizes="100vw" />
          <source type="image/webp" srcSet={srcSetOf(previews, "webp")} sizes="100vw" />
          <img src={largestOf(previews)?.jpeg} alt={alt} loading="lazy" onError={onError} />
        </picture>
        <Close type="button" aria-label="Close" onClick={close}>
          <X aria-hidden />
        </Close>
      </Viewer>
    </>
  );
}
