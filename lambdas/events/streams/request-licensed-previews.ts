import type { DynamoDBStreamEvent } from "aws-lambda";
import { findMedia } from "../../areas/media/find-media.ts";
import type { PreviewMaker } from "../../areas/media/open-preview-maker.ts";
import { isGuarded } from "../../areas/media/preview-sets.ts";
import { isValid } from "../../areas/purchases/order/order-view.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume } from "./consume.ts";
import { parseOrder } from "./order-images.ts";

interface LicensedPreviewsServices extends BaseServices {
  readonly table: OpenTable;
  readonly previewMaker: Pick<PreviewMaker, "requestLicensed">;
}

/**
 * Has the licence holders' previews made when a licence comes into force, or when its picture gets a watermark. Safe to
 * repeat: existing previews are kept.
 */
export const requestLicensedPreviews = (event: DynamoDBStreamEvent, services: LicensedPreviewsServices) =>
  consume(event, services, async (record) => {
    const [before, after] = [parseOrder(record, "OldImage"), parseOrder(record, "NewImage")];
    if (!after || !isValid(after)) return;
    if (before && isValid(before) && before.previewKey === after.previewKey) return;
    const media = await findMedia(services.table, after.mediaId);
    if (!media || media.licensedAt || !isGuarded(after.previewKey, media)) return;
    await services.previewMaker.requestLicensed(media.mediaId);
  });
