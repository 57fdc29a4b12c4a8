import type { FeatureSwitches } from "#shared/features.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { MediaId } from "#shared/model/ids.ts";
import type { MediaState } from "#shared/model/media.ts";
import { ApiError } from "#web/api/response.ts";
import { fileProblem, type PictureBounds, sizeProblem, withType } from "./check-file.ts";
import type { PresignedPost } from "./send-file.ts";
import type { PickedFile, UploadEvent } from "./upload-state.ts";

interface Announcement {
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Functions of the browser and the API that an upload uses. */
export interface UploadServices {
  /** The picture's limits; by default an artwork's. */
  readonly bounds?: PictureBounds;
  measure(url: string): Promise<{ width: number; height: number }>;
  digest(file: Blob): Promise<string>;
  announce(file: Announcement): Promise<{ readonly mediaId: MediaId; readonly upload: PresignedPost }>;
  send(
    presignedPost: PresignedPost,
    file: Blob,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ): Promise<void>;
  read(mediaId: MediaId): Promise<MediaState>;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

interface UploadRun {
  readonly picked: PickedFile;
  readonly attempt: number;
  readonly features: Pick<FeatureSwitches, "gif">;
  readonly signal: AbortSignal;
  readonly dispatch: (event: UploadEvent) => void;
}

/** Polling intervals of the picture's state in milliseconds; the last one repeats. */
const POLL_DELAYS_MS = [400, 600, 900, 1300, 2000];
const MAX_POLLS = 90;
/** Tolerates a dropped connection while a picture is processed. */
const MAX_FAILED_POLLS = 4;

/** The final state of the picture; null if processing takes too long. */
async function pollUntilProcessed(
  mediaId: MediaId,
  run: UploadRun,
  services: UploadServices,
): Promise<MediaState | null> {
  let failures = 0;
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    await services.wait(POLL_DELAYS_MS[Math.min(poll, POLL_DELAYS_MS.length - 1)] ?? 0, run.signal);
    try {
      const media = await services.read(mediaId);
      failures = 0;
      if (media.status === "ready" || media.status === "failed") return media;
    } catch (error) {
      failures += 1;
      const isTemporary =
        error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
      if (!isTemporary || failures > MAX_FAILED_POLLS) throw error;
    }
  }
  return null;
}

async function findProblem(
  file: File,
  { picked, features }: UploadRun,
  services: UploadServices,
): Promise<string | null> {
  const problem = fileProblem(file, features, services.bounds);
  if (problem) return problem;
  try {
    return sizeProblem(await services.measure(picked.url), services.bounds);
  } catch {
    return MESSAGES.fileDamaged;
  }
}

async function upload(run: UploadRun, services: UploadServices): Promise<void> {
  const { picked, attempt, signal, dispatch } = run;
  const file = await withType(picked.file);
  const problem = await findProblem(file, run, services);
  if (problem) return dispatch({ type: "refused", attempt, reason: problem });
  const sha256 = await services.digest(file);
  const { mediaId, upload: presignedPost } = await services.announce({ mime: file.type, bytes: file.size, sha256 });
  signal.throwIfAborted();
  dispatch({ type: "announced", attempt });
  await services.send(presignedPost, file, {
    signal,
    onProgress: (progress) => dispatch({ type: "progressed", attempt, progress }),
  });
  dispatch({ type: "sent", attempt, mediaId });
  const media = await pollUntilProcessed(mediaId, run, services);
  if (media) dispatch({ type: "reported", attempt, media, errorMessage: MESSAGES.mediaFailed });
  else dispatch({ type: "failed", attempt, reason: MESSAGES.mediaNotReady, canRetry: true });
}

/** Uploads one picture and waits until it is ready. Never rejects: dispatches every outcome except cancellation. */
export async function runUpload(run: UploadRun, services: UploadServices): Promise<void> {
  try {
    await upload(run, services);
  } catch (error) {
    if (run.signal.aborted) return;
    const reason = error instanceof ApiError ? error.message : MESSAGES.network;
    const isFinal = error instanceof ApiError && error.status === 422;
    run.dispatch({ type: "failed", attempt: run.attempt, reason, canRetry: !isFinal });
  }
}
