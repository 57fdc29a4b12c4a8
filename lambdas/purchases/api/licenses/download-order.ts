import { downloadOrder } from "#shared/contract/licenses.ts";
import { findMedia } from "../../../media/find-media.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrder } from "../../order/find-order.ts";
import { isValid } from "../../order/order-view.ts";
import { fileNameOf } from "./file-name.ts";
import type { LicensesServices } from "./services.ts";

/** The file that was bought is the version's own, whatever its artist publishes or deletes afterwards. */
export const downloadOrderHandler = handle(
  downloadOrder,
  async ({ params, actor }, { table, downloads }: LicensesServices) => {
    const order = await findOrder(table, params.orderId);
    if (order?.buyerId !== actor.userId) return fail("order_not_found");
    if (!isValid(order)) return fail("license_revoked");
    const media = await findMedia(table, order.mediaId);
    if (!media) throw new Error(`The file of order ${order.orderId} is gone`);
    return { redirect: await downloads.linkTo(media.originalKey, fileNameOf(order.title, media.mime)) };
  },
);
