import type { UploadState } from "./upload-state.ts";

/** What a screen reader hears: each step once and progress by quarters, since every percent would drown the rest. */
export function spokenUpload(state: UploadState): string {
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
      return "The picture is ready";
    case "refused":
    case "failed":
      return state.reason;
  }
}

/** What stands under the picture. */
export function shownUpload(state: UploadState): string {
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
