import { readOwnPreviews } from "#shared/contract/licenses.ts";
import { findArtwork } from "../../../artwork/find-artwork.ts";
import { claimLicensing } from "../../../media/claim-licensing.ts";
import { findMedia } from "../../../media/find-media.ts";
import { previewFolder, previewsOf } from "../../../media/preview-paths.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import type { LicensesServices } from "./services.ts";

/** Deleted artwork has them as long as a licence holds its file. They are made when its artist first asks. */
export const readOwnPreviewsHandler = handle(
  readOwnPreviews,
  async ({ params, actor }, { table, downloads, watermarking, now }: LicensesServices) => {
    const artwork = await findArtwork(table, params.artworkId);
    if (artwork?.ownerId !== actor.userId) return fail("artwork_not_found");
    const { mediaId, width, height } = artwork;
    const media = await findMedia(table, mediaId);
    if (!media) return fail("artwork_not_found");
    // What deleted artwork was shown by was withdrawn; its orders name the watermarked set.
    const previewKey = (artwork.deletedAt && media.watermarkedKey) || artwork.previewKey;
    const folder = previewFolder(previewKey);
    const shownToAll = { folder, previews: previewsOf(previewKey, width, height) };
    if (previewKey !== media.watermarkedKey) return shownToAll;
    if (!media.licensedAt) {
      if (!(await claimLicensing(table, mediaId, now()))) return shownToAll;
      await watermarking.make(mediaId, "licensed");
    }
    return { folder, previews: await downloads.linksToPreviews(media.watermarkedKey, width, height) };
  },
);
