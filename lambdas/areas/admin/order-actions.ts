import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { MESSAGES } from "#shared/messages.ts";
import type { OrderAction } from "#shared/model/case.ts";
import type { EvidenceFile } from "#shared/model/evidence.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { attempt, transact } from "../../platform/table/transact.ts";
import type { OrderItem } from "../purchases/order/find-orders.ts";
import { OrderEntity } from "../purchases/order/order.entity.ts";
import { buildUnchangedCondition, computeOrderVersion } from "../purchases/order/order-version.ts";
import { getRefundOption, isRefundable, isRefundPending } from "../purchases/order/order-view.ts";
import { refundRest } from "../purchases/order/refund-order.ts";
import { syncOrder } from "../purchases/order/sync-order.ts";
import { submitDisputeEvidence } from "../purchases/stripe/disputes.ts";
import { findUser } from "../users/find-user.ts";
import { composeOrderMails } from "./order-mails.ts";
import { recordAction } from "./record-action.ts";
import type { AdminServices } from "./services.ts";

interface OrderDecision {
  readonly action: OrderAction;
  readonly reason: string;
  readonly evidenceText?: string | undefined;
  readonly evidenceFiles?: readonly EvidenceFile[] | undefined;
  readonly version?: string | undefined;
  readonly operatorId: string;
}

/** Refunds an order or answers its dispute, on its seller's behalf; a failure if that isn't possible. */
export async function actOnOrder(services: AdminServices, order: OrderItem, decision: OrderDecision) {
  const { action, reason, operatorId } = decision;
  if ([order.buyerId, order.sellerId].includes(operatorId)) return fail("order_own");
  const refused = await (action === "refund" ? refund(services, order, decision) : answer(services, order, decision));
  if (refused) return refused;
  const event = action === "refund" ? "order.refund" : "order.evidence";
  await recordAction(services, { who: operatorId, reason, target: order.orderId, event });
  return undefined;
}

/** Why an order can't be refunded. */
async function findRefundRefusal({ table }: AdminServices, order: OrderItem) {
  if (getRefundOption(order) === "done") return fail("order_already_refunded");
  if (order.status === "disputed") return fail("order_disputed");
  if (isRefundPending(order)) return fail("order_refund_pending");
  if (!isRefundable(order)) return fail("order_not_refundable");
  // Nothing can be taken back from a closed account whose balance is paid out.
  if ((await findUser(table, order.sellerId))?.deactivatedAt) return fail("order_seller_closed");
  return undefined;
}

/**
 * The reason is stored before the money moves: of two operators one does it, and the mails that follow from the refund contain
 * it. After a crash the order is as before, but for the reason, and can be refunded again.
 */
async function refund(services: AdminServices, order: OrderItem, { reason, version, operatorId }: OrderDecision) {
  const { table, now } = services;
  const { orderId, operatorRefund } = order;
  const isRepeat = operatorRefund?.operatorId === operatorId && operatorRefund.reason === reason;
  if (getRefundOption(order) === "done" && isRepeat) return undefined;
  const refused = await findRefundRefusal(services, order);
  if (refused) return refused;
  if (version !== computeOrderVersion(order)) return fail("order_changed");
  const at = now().toISOString();
  const stored = await transact(table, [
    {
      write: OrderEntity.build(UpdateTransaction)
        .item({ orderId, operatorRefund: $set({ operatorId, reason, at }) })
        .options({ condition: buildUnchangedCondition(order) }),
      failure: "order_changed",
    },
  ]);
  if (stored) return stored;
  const outcome = await refundRest(services, order);
  if (outcome !== "uncovered" && outcome !== "refused") return undefined;
  await attempt(table, [
    OrderEntity.build(UpdateTransaction)
      .item({ orderId, operatorRefund: $remove() })
      .options({ condition: { attr: "operatorRefund.at", eq: at } }),
  ]);
  return fail(outcome === "uncovered" ? "seller_uncovered" : "order_not_refundable");
}

/** A bank reads evidence once; whether it still does depends on Stripe's state, not ours. */
async function answer(services: AdminServices, order: OrderItem, decision: OrderDecision) {
  const { payments, log, table, deferredMails } = services;
  const { orderId, sellerId, dispute } = order;
  const { evidenceText, evidenceFiles, reason, version } = decision;
  if (!evidenceText) return fail("invalid_request", { fields: { evidenceText: MESSAGES.required } });
  if (dispute?.due === undefined) return fail("evidence_not_awaited");
  if (version !== computeOrderVersion(order)) return fail("order_changed");
  const refused = await submitDisputeEvidence(payments, order, { evidenceText, evidenceFiles }, log);
  if (refused) return fail(refused);
  const seller = await findUser(table, sellerId);
  const event = { key: `mail#operator#evidence#${dispute.id}#${dispute.status}`, kind: "evidenceSent", orderId };
  for (const { email } of composeOrderMails(services, order, "send_evidence", reason))
    if (seller && !seller.deactivatedAt) await deferredMails.add({ to: seller.email, userId: sellerId, event, email });
  await syncOrder(services, orderId);
  return undefined;
}
