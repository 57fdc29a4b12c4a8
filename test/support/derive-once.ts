import type { derivePreviews } from "#lambdas/media/derive-previews.ts";
import { sha256Of } from "#lambdas/media/inspect-picture.ts";

const derived = new Map<string, ReturnType<typeof derivePreviews>>();

/** The same previews without encoding them again; a file that can't be decoded is tried each time. */
export const deriveOnce =
  (derive: typeof derivePreviews): typeof derivePreviews =>
  (picture, watermarked) => {
    const key = `${sha256Of(picture.file)} ${JSON.stringify(watermarked)}`;
    const known = derived.get(key);
    if (known) return known;
    const previews = derive(picture, watermarked);
    derived.set(key, previews);
    previews.catch(() => derived.delete(key));
    return previews;
  };
