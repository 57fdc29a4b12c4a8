import { readLicensedPreviews, readOwnPreviews } from "#shared/contract/licenses.ts";
import { fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { findArtwork } from "../../../artwork/find-artwork.ts";
import { findMedia } from "../../../media/find-media.ts";
import { buildPreviewFolder, listPreviews } from "../../../media/preview-paths.ts";
import { getLicensedFolder, isGuarded } from "../../../media/preview-sets.ts";
import { findOrder } from "../../order/find-orders.ts";
import { isValid } from "../../order/order-view.ts";
import type { LicensesServices } from "./services.ts";

/** Read only: the stream has them made. Artwork whose public previews are plain needs no others. */
export const readLicensedPreviewsHandler = handle(
  readLicensedPreviews,
  async ({ params, actor }, { table, downloads }: LicensesServices) => {
    const order = await findOrder(table, params.orderId);
    if (order?.buyerId !== actor.userId) return fail("order_not_found");
    if (!isValid(order)) return fail("license_revoked");
    const { mediaId, previewKey, width, height } = order;
    const media = await findMedia(table, mediaId);
    if (!media) throw new Error(`The file of order ${order.orderId} is gone`);
    const folder = buildPreviewFolder(previewKey);
    const original = await downloads.linkToShow(media.originalKey);
    const isMarked = isGuarded(previewKey, media);
    if (!isMarked || !media.licensedAt) {
      return { folder, previews: listPreviews(previewKey, width, height), pending: isMarked, original };
    }
    const previews = await downloads.licensedPreviews.signPreviews(getLicensedFolder(media), width, height);
    return { folder, previews, pending: false, original };
  },
);

/** They exist once somebody holds a licence; for deleted artwork, while a licence is in force. */
export const readOwnPreviewsHandler = handle(
  readOwnPreviews,
  async ({ params, actor }, { table, downloads }: LicensesServices) => {
    const artwork = await findArtwork(table, params.artworkId);
    if (artwork?.ownerId !== actor.userId) return fail("artwork_not_found");
    const { mediaId } = artwork;
    const { width, height } = artwork.card;
    const media = await findMedia(table, mediaId);
    if (!media) return fail("artwork_not_found");
    // Previews of deleted artwork were withdrawn; its orders reference the watermarked set.
    const previewKey = (artwork.deletedAt && media.watermarkedKey) || artwork.card.previewKey;
    const folder = buildPreviewFolder(previewKey);
    const original = await downloads.linkToShow(media.originalKey);
    if (!isGuarded(previewKey, media) || !media.licensedAt) {
      return { folder, previews: listPreviews(previewKey, width, height), pending: false, original };
    }
    const previews = await downloads.licensedPreviews.signPreviews(getLicensedFolder(media), width, height);
    return { folder, previews, pending: false, original };
  },
);
