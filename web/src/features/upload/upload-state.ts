import { MESSAGES } from "#shared/messages.ts";
import type { MediaId } from "#shared/model/ids.ts";
import type { MediaState } from "#shared/model/media.ts";

/** A picked file and the object URL that shows it. */
export interface PickedFile {
  readonly file: File;
  readonly url: string;
}

/**
 * The state of a picture. `refused` was never sent and needs another file; `failed` may be retried unless the server has
 * processed and refused the picture.
 */
export type UploadState =
  | { readonly step: "empty" }
  | { readonly step: "refused"; readonly picked: PickedFile; readonly reason: string }
  | { readonly step: "checking"; readonly picked: PickedFile; readonly attempt: number }
  | { readonly step: "uploading"; readonly picked: PickedFile; readonly attempt: number; readonly progress: number }
  | { readonly step: "processing"; readonly picked: PickedFile; readonly attempt: number; readonly mediaId: MediaId }
  | { readonly step: "ready"; readonly picked: PickedFile; readonly attempt: number; readonly media: MediaState }
  | {
      readonly step: "failed";
      readonly picked: PickedFile;
      readonly attempt: number;
      readonly reason: string;
      readonly canRetry: boolean;
    };

/** Events carry their attempt's number, so that late ones don't affect the next attempt. */
export type UploadEvent =
  | { readonly type: "picked"; readonly picked: PickedFile; readonly attempt: number }
  | { readonly type: "refused"; readonly attempt: number; readonly reason: string }
  | { readonly type: "announced"; readonly attempt: number }
  | { readonly type: "progressed"; readonly attempt: number; readonly progress: number }
  | { readonly type: "sent"; readonly attempt: number; readonly mediaId: MediaId }
  | { readonly type: "reported"; readonly attempt: number; readonly media: MediaState; readonly errorMessage: string }
  | { readonly type: "failed"; readonly attempt: number; readonly reason: string; readonly canRetry: boolean }
  | { readonly type: "retried"; readonly attempt: number }
  | { readonly type: "cleared" };

export const EMPTY_UPLOAD: UploadState = { step: "empty" };

const clamped = (progress: number) => Math.min(1, Math.max(0, progress));

const findAttempt = (state: UploadState) => ("attempt" in state ? state.attempt : null);

function afterReport(state: UploadState, media: MediaState, errorMessage: string): UploadState {
  if (state.step !== "processing") return state;
  const { picked, attempt } = state;
  if (media.status === "ready") return { step: "ready", picked, attempt, media };
  if (media.status === "failed") {
    return { step: "failed", picked, attempt, reason: media.reason ?? errorMessage, canRetry: false };
  }
  return state;
}

/** The next state; an event that doesn't apply to the current one changes nothing. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  if (event.type === "cleared") return EMPTY_UPLOAD;
  if (event.type === "picked") return { step: "checking", picked: event.picked, attempt: event.attempt };
  if (event.type === "retried") {
    const mayRetry = state.step === "failed" && state.canRetry;
    return mayRetry ? { step: "checking", picked: state.picked, attempt: event.attempt } : state;
  }
  if (state.step === "empty" || findAttempt(state) !== event.attempt) return state;
  const { picked } = state;
  const { attempt } = event;
  switch (event.type) {
    case "refused":
      return state.step === "checking" ? { step: "refused", picked, reason: event.reason } : state;
    case "announced":
      return state.step === "checking" ? { step: "uploading", picked, attempt, progress: 0 } : state;
    case "progressed":
      return state.step === "uploading"
        ? { ...state, progress: Math.max(state.progress, clamped(event.progress)) }
        : state;
    case "sent":
      return state.step === "uploading" ? { step: "processing", picked, attempt, mediaId: event.mediaId } : state;
    case "reported":
      return afterReport(state, event.media, event.errorMessage);
    case "failed":
      return isInProgress(state)
        ? { step: "failed", picked, attempt, reason: event.reason, canRetry: event.canRetry }
        : state;
  }
}

/** True after a lost connection; the upload resumes once it is back. */
export const isDropped = (state: UploadState): boolean =>
  state.step === "failed" && state.canRetry && state.reason === MESSAGES.network;

export const isInProgress = (state: UploadState): boolean =>
  state.step === "checking" || state.step === "uploading" || state.step === "processing";
