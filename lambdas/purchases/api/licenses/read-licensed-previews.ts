import { readLicensedPreviews } from "#shared/contract/licenses.ts";
import { claimLicensing } from "../../../media/claim-licensing.ts";
import { findMedia } from "../../../media/find-media.ts";
import { previewFolder, previewsOf } from "../../../media/preview-paths.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrder } from "../../order/find-order.ts";
import { isValid } from "../../order/order-view.ts";
import type { LicensesServices } from "./services.ts";

/**
 * The first holder has them made; whoever asks meanwhile sees the watermarked ones. What is shown without a watermark to
 * everyone needs no others.
 */
export const readLicensedPreviewsHandler = handle(
  readLicensedPreviews,
  async ({ params, actor }, { table, downloads, watermarking, now }: LicensesServices) => {
    const order = await findOrder(table, params.orderId);
    if (order?.buyerId !== actor.userId) return fail("order_not_found");
    if (!isValid(order)) return fail("license_revoked");
    const { mediaId, previewKey, width, height } = order;
    const media = await findMedia(table, mediaId);
    if (!media) throw new Error(`The file of order ${order.orderId} is gone`);
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
