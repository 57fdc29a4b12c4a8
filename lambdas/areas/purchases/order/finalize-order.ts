import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../../platform/runtime/time.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { attempt } from "../../../platform/table/transact.ts";
import { VersionEntity } from "../../artwork/artwork.entity.ts";
import { draftDocument } from "../documents/document.entity.ts";
import type { Payments } from "../stripe/open-payments.ts";
import { getIntentState } from "../stripe/payment-states.ts";
import { refundExcess } from "../stripe/refund-payment.ts";
import { type Payment, parsePaymentMetadata } from "../stripe/request-payment.ts";
import { draftOrder } from "./draft-order.ts";
import { findIntent, type IntentItem, toAgreedAmounts } from "./find-intent.ts";
import { findOrder, type OrderItem } from "./find-orders.ts";
import { addLicense, changeSoldCount } from "./hold-license.ts";
import { buildClosing, buildOpenCondition, IntentEntity } from "./intent.entity.ts";
import { bookPayment } from "./movement.entity.ts";
import { OrderEntity } from "./order.entity.ts";

export interface FinalizeServices extends Pick<BaseServices, "newId" | "now" | "log"> {
  readonly table: OpenTable;
  readonly payments: Payments;
}

/**
 * The order of a succeeded payment. Both the buyer's call and Stripe's event get here; the second one gets the existing
 * order. One transaction, keyed by the order id that was chosen before the payment. `undefined` if the payment isn't ours;
 * throws if it doesn't match its intent. A second payment of an order is refunded.
 */
export async function finalizeOrder(
  services: FinalizeServices,
  payment: Payment,
  eventId?: string,
): Promise<OrderItem | undefined> {
  const { table } = services;
  const metadata = parsePaymentMetadata(payment);
  if (!metadata) return undefined;
  const { orderId } = metadata;
  const existing = await findOrder(table, orderId);
  if (existing) return refundSecondPayment(services, existing, payment);
  const intent = await findIntent(table, metadata);
  // Intents are never deleted: a payment without one belongs to another stage on the same Stripe account.
  if (!intent) return undefined;
  if (intent.state === "open" && intent.orderId === orderId) await writeOrder(services, payment, intent, eventId);
  const order = await findOrder(table, orderId);
  if (!order) throw new Error(`The payment ${payment.id} fits no open intent`);
  return refundSecondPayment(services, order, payment);
}

async function refundSecondPayment({ payments, log }: FinalizeServices, order: OrderItem, payment: Payment) {
  const { orderId, intentId } = order;
  if (intentId === payment.id || getIntentState(payment) !== "paid") return order;
  if (await refundExcess(payments, payment, log)) {
    log.error("An order was paid twice, and the second payment is refunded", { orderId, intentId: payment.id });
  }
  return order;
}

/** Throws unless the paid amount equals the agreed one. */
function checkAmounts({ id, status, currency, amount_received }: Payment, orderSpent: number) {
  if (status !== "succeeded") throw new Error(`The payment ${id} is ${status}`);
  if (currency !== "usd" || amount_received !== orderSpent) {
    throw new Error(`The payment ${id} brought ${amount_received} ${currency} in the place of ${orderSpent} usd`);
  }
}

async function writeOrder(
  { table, now, newId }: FinalizeServices,
  payment: Payment,
  intent: IntentItem,
  eventId: string | undefined,
) {
  const { price, listPrice, discount, tax, orderSpent, orderEarned, orderFee, buyerFee, sellerFee } =
    toAgreedAmounts(intent);
  checkAmounts(payment, orderSpent);
  const paid = now();
  const { Item: version } = await table.send(VersionEntity.build(GetItemCommand).key(intent));
  if (!version) throw new Error(`The version ${intent.versionId} of the payment ${payment.id} is gone`);
  const order = draftOrder(
    {
      orderId: intent.orderId,
      licenseId: newId(),
      buyerId: intent.buyerId,
      sellerId: intent.sellerId,
      artworkId: intent.artworkId,
      versionId: intent.versionId,
      discountId: intent.discountId,
      intentId: payment.id,
      paidAt: epochSeconds(paid),
      amounts: { price, listPrice, buyerFee, sellerFee, discount, tax },
      licenseUsage: intent.licenseUsage,
      licenseType: intent.licenseType,
      licenseCompany: intent.licenseCompany,
      licenseAssignee: intent.licenseAssignee,
      licenseAssignor: intent.licenseAssignor,
    },
    version,
  );
  // If another call was first, its order is used; otherwise the caller finds none and throws.
  await attempt(table, [
    IntentEntity.build(UpdateTransaction)
      .item({ artworkId: intent.artworkId, buyerId: intent.buyerId, intentId: payment.id, ...buildClosing("paid") })
      .options({ condition: buildOpenCondition(intent.orderId) }),
    OrderEntity.build(PutTransaction)
      .item({ ...order, unsettled: true, ...(eventId ? { events: new Set([eventId]) } : {}) })
      .options({ condition: { attr: "status", exists: false } }),
    addLicense(order),
    changeSoldCount(order, 1),
    bookPayment(
      {
        orderId: order.orderId,
        intentId: payment.id,
        spent: orderSpent,
        earned: orderEarned,
        fee: orderFee,
        tax,
        at: paid.toISOString(),
      },
      epochSeconds(paid) + LIFETIMES.settlement,
    ),
    draftDocument({
      ...intent,
      kind: isHeldByCompany(intent.licenseUsage) ? "invoice" : "receipt",
      amount: orderSpent,
    }),
  ]);
}
