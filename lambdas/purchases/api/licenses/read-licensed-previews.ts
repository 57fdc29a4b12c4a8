import { readLicensedPreviews } from "#shared/contract/licenses.ts";
import { findMedia } from "../../../media/find-media.ts";
import { previewFolder, previewsOf } from "../../../media/preview-paths.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrder } from "../../order/find-order.ts";
import { isValid } from "../../order/order-view.ts";
import type { LicensesServices } from "./services.ts";

/** The first holder has them made; what is shown without a watermark to everyone needs no others. */
export const readLicensedPreviewsHandler = handle(
  readLicensedPreviews,
  async ({ params, actor }, { table, downloads, watermarking }: LicensesServices) => {
    const order = await findOrder(table, params.orderId);
    if (order?.buyerId !== actor.userId) return fail("order_not_found");
    if (!isValid(order)) return fail("license_revoked");
    const { mediaId, previewKey, width, height } = order;
    const media = await findMedia(table, mediaId);
    if (!media) throw new Error(`The file of order ${order.orderId} is gone`);
    const folder = previewFolder(previewKey);
    if (previewKey !== media.watermarkedKey) return { folder, previews: previewsOf(previewKey, width, height) };
    if (!media.licensedAt) await watermarking.make(mediaId, "licensed");
    return { folder, previews: await downloads.linksToPreviews(media.watermarkedKey, width, height) };
  },
);
