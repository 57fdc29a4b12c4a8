import { Button, chakra } from "@chakra-ui/react";
import ImageUp from "lucide-react/icons/image-up";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { formatFileSize } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { useFeatures } from "#web/session/features.ts";
import { dimensionsLabel } from "#web/ui/labels.ts";
import { acceptedNames, acceptedTypes } from "./check-file.ts";
import { pastedFiles } from "./read-picture.ts";
import { UploadProgress } from "./upload-progress.tsx";
import type { Upload } from "./use-upload.ts";

export interface PictureDropProps {
  readonly upload: Upload;
  /** The form's error at the picture's field. */
  readonly error?: string | undefined;
  /** Current picture of an edited artwork, shown until another is picked. */
  readonly present?: ReactNode;
  /** Shown with the upload's state. */
  readonly note?: ReactNode;
  /** Receives the files after the first; without it only one picture is accepted. */
  readonly onFurther?: ((files: readonly File[]) => void) | undefined;
  /** Wraps the picked picture; `ratio` is its width divided by its height. */
  readonly around?: (picture: ReactNode, ratio: number) => ReactNode;
}

const Zone = chakra("div", {
  base: {
    position: "relative",
    display: "grid",
    gap: "4",
    alignContent: "center",
    justifyItems: "center",
    minHeight: { base: "15rem", md: "24rem" },
    padding: { base: "4", md: "6" },
    borderRadius: "l3",
    borderWidth: "2px",
    borderStyle: "dashed",
    borderColor: "border.emphasized",
    background: "bg.subtle",
    textAlign: "center",
    transition: "border-color 120ms, background 120ms",
    "&[data-over=true]": { borderColor: "accent.solid", background: "accent.subtle" },
    "&[data-filled=true]": { borderStyle: "solid", borderColor: "border.muted" },
    "&[data-invalid=true]": { borderColor: "border.error" },
  },
});

/** Shows the local file before it is uploaded. */
const Preview = chakra("img", {
  base: { maxWidth: "full", maxHeight: "min(60svh, 40rem)", borderRadius: "l2", objectFit: "contain" },
});

/** Accepts files dropped on the zone or pasted anywhere on the page. */
function useDropping(pick: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(pick);
  useEffect(() => {
    latest.current = pick;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
  const zone = {
    "data-over": isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      pick(Array.from(event.dataTransfer.files));
    },
  };
  return zone;
}

/** Accepts the artwork's picture and shows its upload's progress. */
export function PictureDrop({ upload, error, present, note, onFurther, around }: PictureDropProps) {
  const [ratio, setRatio] = useState<number>();
  const features = useFeatures();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { state } = upload;
  /** One file replaces the picture, several never do. */
  function pick(files: readonly File[]) {
    if (onFurther && files.length > 1 && state.step !== "empty") return onFurther(files);
    const [first, ...further] = files;
    if (first) upload.pick(first);
    if (further.length > 0) onFurther?.(further);
  }
  const zone = useDropping(pick);
  const pickedPicture = (picture: ReactNode) => (around && ratio ? around(picture, ratio) : picture);
  const isFilled = state.step !== "empty" || present !== undefined;
  const { maxBytes, minWidth, minHeight } = LIMITS.artworkFile;
  const rules = `${acceptedNames(features)}, up to ${formatFileSize(maxBytes)}, at least ${dimensionsLabel(minWidth, minHeight)} pixels.`;
  return (
    <chakra.div role="group" aria-label="Picture" aria-describedby={`${id}-rules`}>
      <Zone {...zone} data-filled={isFilled} data-invalid={Boolean(error)}>
        {state.step === "empty"
          ? (present ?? <ImageUp size={48} strokeWidth={1.25} aria-hidden />)
          : pickedPicture(
              <Preview
                src={state.picked.url}
                alt="Your picture"
                onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
              />,
            )}
        <UploadProgress upload={upload} />
        {note}
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3">
          <Button
            variant={isFilled ? "outline" : "solid"}
            colorPalette={isFilled ? "neutral" : "accent"}
            onClick={() => input.current?.click()}
            aria-describedby={`${id}-rules ${id}-error`}
          >
            {isFilled ? "Choose another picture" : "Choose a picture"}
          </Button>
          {state.step !== "empty" && (
            <Button variant="ghost" colorPalette="neutral" onClick={upload.clear}>
              {present ? "Keep the current one" : "Remove"}
            </Button>
          )}
        </chakra.div>
        <chakra.p id={`${id}-rules`} textStyle="sm" color="fg.muted">
          {!isFilled && (
            <chakra.span hideBelow="md">
              {onFurther ? "Drop one or several here, or paste. " : "Drop it here or paste it. "}
            </chakra.span>
          )}
          {rules}
        </chakra.p>
        <input
          ref={input}
          type="file"
          hidden
          multiple={onFurther !== undefined}
          data-testid="picture"
          accept={acceptedTypes(features).join(",")}
          onChange={({ currentTarget }) => {
            const files = Array.from(currentTarget.files ?? []);
            currentTarget.value = "";
            pick(files);
          }}
        />
      </Zone>
      <chakra.p
        id={`${id}-error`}
        role="alert"
        marginTop="2"
        textStyle="sm"
        color="fg.error"
        _empty={{ display: "none" }}
      >
        {error}
      </chakra.p>
    </chakra.div>
  );
}
