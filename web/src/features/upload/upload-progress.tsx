import { Button, chakra } from "@chakra-ui/react";
import { formatFileSize } from "#shared/format.ts";
import { ProgressTrack } from "#web/ui/progress-track.tsx";
import { shortName } from "./read-picture.ts";
import { isDropped, isInProgress, type UploadState } from "./upload-state.ts";
import type { Upload } from "./use-upload.ts";

/** Text for screen readers: each step once, and progress in quarters to limit interruptions. */
function announcedStatus(state: UploadState): string {
  switch (state.step) {
    case "empty":
      return "";
    case "checking":
      return "Checking the picture";
    case "uploading":
      return `Uploading, ${Math.floor(state.progress * 4) * 25} percent`;
    case "processing":
      return "Uploaded, preparing the picture";
    case "ready":
      return ["The picture is ready", state.media.notice].filter(Boolean).join(". ");
    case "refused":
    case "failed":
      return state.reason;
  }
}

/** The status in a few words, or the reason for a failure. */
function visibleStatus(state: UploadState): string {
  switch (state.step) {
    case "empty":
      return "";
    case "checking":
      return "Checking…";
    case "uploading":
      return `Uploading… ${Math.round(state.progress * 100)}%`;
    case "processing":
      return "Preparing the picture…";
    case "ready":
      return "Ready";
    case "refused":
    case "failed":
      return state.reason;
  }
}

/** Progress of the whole bar: checking is its first small part, and processing fills it. */
function toFraction(state: UploadState): number {
  if (state.step === "uploading") return 0.04 + state.progress * 0.96;
  return state.step === "processing" || state.step === "ready" ? 1 : 0.04;
}

/** The progress of an upload as a bar, as text and for screen readers. */
export function UploadProgress({ upload }: { readonly upload: Upload }) {
  const { state } = upload;
  const hasTrouble = state.step === "failed" || state.step === "refused";
  return (
    <chakra.div width="full" maxWidth="26rem" display="grid" gap="2.5" justifyItems="center">
      {state.step !== "empty" && (
        <>
          {isInProgress(state) && (
            <ProgressTrack label="Upload" fraction={toFraction(state)} isPulsing={state.step === "processing"} />
          )}
          <chakra.p textStyle="sm" color={hasTrouble ? "fg.error" : "fg"} aria-hidden>
            <chakra.strong fontWeight="semibold">{visibleStatus(state)}</chakra.strong>
          </chakra.p>
          <chakra.p textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {shortName(state.picked.file.name)}, {formatFileSize(state.picked.file.size)}
          </chakra.p>
          {state.step === "ready" && state.media.notice && (
            <chakra.p textStyle="sm" color="fg.muted" aria-hidden>
              {state.media.notice}
            </chakra.p>
          )}
          {isDropped(state) && (
            <chakra.p textStyle="sm" color="fg.muted">
              The upload resumes when you're back online.
            </chakra.p>
          )}
          {state.step === "failed" && state.canRetry && (
            <Button size="sm" onClick={upload.retry}>
              Try again
            </Button>
          )}
        </>
      )}
      <chakra.span srOnly role="status">
        {announcedStatus(state)}
      </chakra.span>
    </chakra.div>
  );
}
