import { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { ReviewedOrder } from "#shared/model/reviewed-order.ts";
import { toIso } from "../../platform/runtime/time.ts";
import { draftEvidence } from "../purchases/order/draft-evidence.ts";
import { getPlacedAt, type OrderItem } from "../purchases/order/find-orders.ts";
import { computeOrderVersion } from "../purchases/order/order-version.ts";
import { computeTotals, getOrderTitle, getReturned, isRefundable } from "../purchases/order/order-view.ts";
import { findPeople } from "../users/find-people.ts";
import { findAccount } from "./find-account.ts";
import { type PictureServices, showOrderPictures } from "./show-order-pictures.ts";

/** An order's money without its items. */
const toMoney = ({ orderSpent, orderEarned, orderFee }: ReturnType<typeof computeTotals>) => ({
  spent: orderSpent,
  earned: orderEarned,
  fee: orderFee,
});

function toDispute({ dispute }: OrderItem) {
  if (!dispute) return null;
  const { id, status, due, reason = null, amount = null } = dispute;
  return { id, status, reason, amount, evidenceDue: due === undefined ? null : toIso(due) };
}

/** An order as operators see it beside a case. */
export async function showOrder(
  services: PictureServices & { readonly siteOrigin: string },
  order: OrderItem,
): Promise<ReviewedOrder> {
  const { table, siteOrigin } = services;
  const { orderId, artworkId, operatorRefund } = order;
  const [buyer, seller, getPicture, getPerson] = await Promise.all([
    findAccount(table, order.buyerId),
    findAccount(table, order.sellerId),
    showOrderPictures(services, [order]),
    findPeople(table, operatorRefund ? [operatorRefund.operatorId] : []),
  ]);
  const dispute = toDispute(order);
  return {
    orderId: OrderId.parse(orderId),
    version: computeOrderVersion(order),
    status: order.status,
    placed: getPlacedAt(order),
    title: getOrderTitle(order),
    artworkId: ArtworkId.parse(artworkId),
    picture: getPicture(order),
    buyer,
    seller,
    paymentId: order.intentId ?? null,
    amounts: toMoney(computeTotals(order.amounts)),
    returned: getReturned(order),
    dispute,
    refund: operatorRefund
      ? { by: getPerson(operatorRefund.operatorId), reason: operatorRefund.reason, at: operatorRefund.at }
      : null,
    refundable: isRefundable(order),
    evidenceDraft: dispute?.evidenceDue ? draftEvidence(order, siteOrigin) : null,
  };
}
