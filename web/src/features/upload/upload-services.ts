import { announceUpload, readMedia } from "#shared/contract/media.ts";
import { sha256Hex } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { measurePicture } from "./read-picture.ts";
import type { UploadServices } from "./run-upload.ts";
import { sendFile } from "./send-file.ts";

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** Upload services of the browser and the API. */
export const uploadServices: UploadServices = {
  measure: measurePicture,
  digest: sha256Hex,
  announce: (body) => send(announceUpload, { body }),
  send: sendFile,
  read: (mediaId) => send(readMedia, { params: { mediaId } }),
  wait,
};
