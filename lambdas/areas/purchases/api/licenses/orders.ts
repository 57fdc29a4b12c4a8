import { downloadOrder, listOrders, readOrder } from "#shared/contract/licenses.ts";
import { ThreadId } from "#shared/model/ids.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { toPage } from "../../../../platform/runtime/page.ts";
import type { OpenTable } from "../../../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../../../platform/table/unreadable.ts";
import { findShownArtwork } from "../../../artwork/find-artwork.ts";
import { findMature } from "../../../artwork/find-cards.ts";
import { findReview } from "../../../community/find-reviews.ts";
import { findMedia } from "../../../media/find-media.ts";
import { findThread, findThreadId } from "../../../messages/find-threads.ts";
import { findPeople } from "../../../users/find-people.ts";
import { toDocument } from "../../documents/document-view.ts";
import { findDocuments } from "../../documents/find-documents.ts";
import { findFurther, findFurtherOrders, findOrder, findOrders, queryOrders } from "../../order/find-orders.ts";
import { isValid, toOrder } from "../../order/order-view.ts";
import { deliverFile } from "./deliver-file.ts";
import { buildFileName } from "./file-name.ts";
import type { LicensesServices } from "./services.ts";

export const listOrdersHandler = handle(
  listOrders,
  async ({ params: { userId }, query }, { table }: LicensesServices) => {
    const entries = await queryOrders(table, { userId, side: query.type }, query);
    const orders = await findOrders(
      table,
      entries.map(({ orderId }) => orderId),
    );
    const others = orders.map((order) => (query.type === "purchases" ? order.sellerId : order.buyerId));
    const [getPerson, mature, further] = await Promise.all([
      findPeople(table, others.concat(userId)),
      findMature(
        table,
        orders.map(({ artworkId }) => artworkId),
      ),
      findFurther(table, orders),
    ]);
    const found = new Map(orders.map((order) => [order.orderId, order]));
    const { items, ...rest } = toPage(
      entries,
      query.limit,
      ({ orderId }) => orderId,
      ({ orderId }) => {
        const order = found.get(orderId);
        return order ? [toOrder(order, userId, getPerson, mature, further.get(orderId))] : [];
      },
    );
    return { items: items.flat(), ...rest };
  },
);

/** An order, or a further licence of one, for one of its two parties; undefined for anyone else. */
export async function findOwnOrder(table: OpenTable, orderId: string, userId: string) {
  const order = await findOrder(table, orderId);
  return order && (order.buyerId === userId || order.sellerId === userId) ? order : fail("order_not_found");
}

async function findOrderThread(table: OpenTable, orderId: string) {
  const threadId = await findThreadId(table, { orderId });
  return threadId === undefined ? undefined : findThread(table, threadId);
}

export const readOrderHandler = handle(
  readOrder,
  async ({ params, actor: { userId } }, { table }: LicensesServices) => {
    const named = await findOwnOrder(table, params.orderId, userId);
    if (named instanceof Failure) return named;
    const order = (named.leadOrderId && (await findOrder(table, named.leadOrderId))) || named;
    const { artworkId, buyerId, sellerId } = order;
    const further = await findFurtherOrders(table, order);
    const [getPerson, artwork, mature, documents, thread, review] = await Promise.all([
      findPeople(table, [buyerId, sellerId]),
      findShownArtwork(table, artworkId, userId),
      findMature(
        table,
        [order, ...further].map((one) => one.artworkId),
      ),
      findDocuments(table, order.orderId),
      findOrderThread(table, order.orderId),
      userId === buyerId ? findReview(table, { artworkId, buyerId }) : undefined,
    ]);
    return {
      ...toOrder(order, userId, getPerson, mature, further),
      artworkShown: artwork !== undefined,
      documents: mapReadable(documents, toDocument),
      ...(thread ? { thread: { threadId: ThreadId.parse(thread.threadId), refund: thread.refund ?? null } } : {}),
      ...(userId === buyerId ? { reviewed: review !== undefined } : {}),
    };
  },
);

/** The picture of the bought version, whatever its artist publishes or deletes later. */
export const downloadOrderHandler = handle(downloadOrder, async ({ params, actor }, services: LicensesServices) => {
  const { table, downloads } = services;
  const order = await findOrder(table, params.orderId);
  if (order?.buyerId !== actor.userId) return fail("order_not_found");
  if (!isValid(order)) return fail("license_revoked");
  const media = await findMedia(table, order.mediaId);
  if (!media) throw new Error(`The file of order ${order.orderId} is gone`);
  const key = await deliverFile(order, media, services);
  return { redirect: await downloads.linkTo(key, buildFileName(order.title, media.mime)) };
});
