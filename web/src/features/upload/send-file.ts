import type * as z from "zod/mini";
import type { PresignedUpload } from "#shared/model/media.ts";

export type PresignedPost = z.output<typeof PresignedUpload>["upload"];

interface Sending {
  readonly signal: AbortSignal;
  /** Receives the sent fraction, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** The multipart form of a presigned POST: storage ignores every field after `file`, so that comes last. */
export function uploadForm({ fields }: PresignedPost, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  return form;
}

/** Sends the file to storage, with XMLHttpRequest because fetch reports no upload progress. */
export function sendFile(presignedPost: PresignedPost, file: Blob, { signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    const settle = (done: () => void) => {
      signal.removeEventListener("abort", stop);
      done();
    };
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () =>
      settle(() =>
        request.status >= 200 && request.status < 300
          ? resolve()
          : reject(new Error(`Storage answered ${request.status}`)),
      );
    request.onerror = () => settle(() => reject(new Error("The connection broke")));
    request.onabort = () => settle(() => reject(new DOMException("Cancelled", "AbortError")));
    if (signal.aborted) return settle(() => reject(new DOMException("Cancelled", "AbortError")));
    request.open("POST", presignedPost.url);
    request.send(uploadForm(presignedPost, file));
  });
}
