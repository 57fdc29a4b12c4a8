import { chakra } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { pictureFocusRing } from "#web/ui/picture/focus-ring.ts";
import { type Slide, slideLabel } from "./slide.ts";

const Lightbox = lazyPart(() => import("./lightbox.tsx"));

const Opener = chakra("button", {
  base: { ...pictureFocusRing, width: "full", cursor: "zoom-in" },
});

interface PictureViewerProps {
  readonly slide: Slide;
  /** Takes the focus on mount, e.g. when it replaces a pressed button. */
  readonly startsFocused?: boolean;
  readonly onError: () => void;
  /** The picture on the page; a click opens the viewer. */
  readonly children: ReactNode;
}

/** Shows a picture full screen; closing it on another picture opens that one's page. */
export function PictureViewer({ slide, startsFocused = false, onError, children }: PictureViewerProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  // Keeps the chosen licence in the query.
  const { search } = useLocation();

  function leave(artworkId = slide.artworkId) {
    setOpen(false);
    if (artworkId !== slide.artworkId) void navigate(`/artwork/${artworkId}${search}`);
  }

  useEffect(() => {
    if (startsFocused) opener.current?.focus({ preventScroll: true });
  }, [startsFocused]);

  return (
    <>
      <Opener
        ref={opener}
        type="button"
        aria-label={`View ${slideLabel(slide)} full screen`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </Opener>
      {isOpen && <Lightbox first={slide} onError={onError} onClose={leave} />}
    </>
  );
}
