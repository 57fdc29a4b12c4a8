import { listWidths } from "#lambdas/areas/media/preview-paths.ts";
import type { derivePreviews } from "#lambdas/events/uploads/derive-previews.ts";
import { computeSha256 } from "#lambdas/events/uploads/inspect-picture.ts";

const derived = new Map<string, ReturnType<typeof derivePreviews>>();

/** Caches previews by their inputs, but no failures. */
export const deriveOnce =
  (derive: typeof derivePreviews): typeof derivePreviews =>
  (picture, folder, source, style) => {
    const key = `${computeSha256(picture.file)} ${listWidths(folder, picture.width, picture.height)} ${source.artist} ${Object.values(picture.credits)} ${style}`;
    const cached = derived.get(key);
    if (cached) return cached;
    const previews = derive(picture, folder, source, style);
    derived.set(key, previews);
    previews.catch(() => derived.delete(key));
    return previews;
  };
