import type { Media } from "./find-media.ts";
import { openLicensedPreviews, openPreviews, openWithheldPreviews } from "./open-previews.ts";
import { openUploads } from "./open-uploads.ts";
import { getLicensedFolder } from "./preview-sets.ts";

/** Deletes files that are neither shown nor licensed any more. */
export interface FilePurger {
  /** A folder of previews; missing ones are fine. */
  purgePreviews(previewKey: string): Promise<void>;
  /** Every file of a picture; missing ones are fine. */
  purge(media: Purged): Promise<void>;
  /** The archive of a data export. */
  purgeArchive(key: string): Promise<void>;
}

type Purged = Pick<Media, "uploadKey" | "originalKey" | "previewKey" | "watermarkedKey" | "licensedKey" | "comingKey">;

export function openFilePurger(
  environment: Parameters<typeof openUploads>[0] & Parameters<typeof openPreviews>[0],
): FilePurger {
  const [uploads, previews] = [openUploads(environment), openPreviews(environment)];
  const [licensedPreviews, withheld] = [openLicensedPreviews(environment), openWithheldPreviews(environment)];
  return {
    purgePreviews: (previewKey) => previews.remove(previewKey),
    purgeArchive: (key) => uploads.remove(key),
    async purge({ uploadKey, originalKey, previewKey, watermarkedKey, licensedKey, comingKey }) {
      await Promise.all([
        uploads.remove(uploadKey),
        uploads.remove(originalKey),
        previews.remove(previewKey),
        previews.remove(watermarkedKey),
        // Removed even if the item doesn't name them: it is written after the files.
        licensedPreviews.remove(getLicensedFolder({ licensedKey, watermarkedKey })),
        ...(comingKey ? [previews.remove(comingKey)] : []),
        withheld.remove(previewKey),
        withheld.remove(watermarkedKey),
      ]);
    },
  };
}
