import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { Amounts } from "#shared/rules/fees.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../../platform/runtime/time.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { attempt } from "../../../platform/table/transact.ts";
import { VersionEntity } from "../../artwork/artwork.entity.ts";
import { draftDocument } from "../documents/document.entity.ts";
import { closeOffer } from "../offers/offer-writes.ts";
import type { Payments } from "../stripe/open-payments.ts";
import { getIntentState } from "../stripe/payment-states.ts";
import { refundExcess } from "../stripe/refund-payment.ts";
import { type Payment, parsePaymentMetadata } from "../stripe/request-payment.ts";
import { endOpenPayment } from "./artwork-payments.ts";
import { draftOrder } from "./draft-order.ts";
import { findIntent, type IntentItem, listLicensed, toAgreedAmounts } from "./find-intent.ts";
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
  const agreed = toAgreedAmounts(intent);
  checkAmounts(payment, agreed.orderSpent);
  const { orderSpent, orderEarned, orderFee, tax } = agreed;
  const paid = now();
  const licenses = await draftLicenses(
    table,
    intent,
    { agreed, intentId: payment.id, paidAt: epochSeconds(paid) },
    newId,
  );
  const [order] = licenses;
  if (!order) throw new Error(`The payment ${payment.id} pays for no licence`);
  // If another call was first, its order is used; otherwise the caller finds none and throws.
  await attempt(table, [
    IntentEntity.build(UpdateTransaction)
      .item({ artworkId: intent.artworkId, buyerId: intent.buyerId, intentId: payment.id, ...buildClosing("paid") })
      .options({ condition: buildOpenCondition(intent.orderId) }),
    OrderEntity.build(PutTransaction)
      .item({ ...order, unsettled: true, ...(eventId ? { events: new Set([eventId]) } : {}) })
      .options({ condition: { attr: "status", exists: false } }),
    ...licenses.slice(1).map((further) => OrderEntity.build(PutTransaction).item(further)),
    ...licenses.flatMap((license) => [addLicense(license), changeSoldCount(license, 1)]),
    ...listLicensed(intent).flatMap((licensed) => endOpenPayment(licensed, true)),
    ...(intent.offerId ? [closeOffer({ offerId: intent.offerId, orderId: intent.orderId })] : []),
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

interface Paid {
  readonly agreed: Amounts;
  readonly intentId: string;
  /** Epoch seconds. */
  readonly paidAt: number;
}

/** An order for each licence of an intent: the first has the payment and names the others. */
async function draftLicenses(
  table: OpenTable,
  intent: IntentItem,
  { agreed, intentId, paidAt }: Paid,
  newId: () => string,
) {
  const { price, listPrice, buyerFee, sellerFee, discount, tax } = agreed;
  const { buyerId, sellerId, licenseAssignee, licenseAssignor, licenseTerms, licenseExclusive, offerId } = intent;
  const common = {
    buyerId,
    sellerId,
    licenseAssignee,
    licenseAssignor,
    licenseTerms,
    licenseExclusive,
    offerId,
    paidAt,
  };
  const [first, ...further] = await Promise.all(
    listLicensed(intent).map(async (licensed) => {
      const { Item: version } = await table.send(VersionEntity.build(GetItemCommand).key(licensed));
      if (!version) throw new Error(`The version ${licensed.versionId} of the payment ${intentId} is gone`);
      const { artworkId, versionId, licenseUsage, licenseType, licenseCompany } = licensed;
      const license = {
        ...common,
        artworkId,
        versionId,
        licenseUsage,
        licenseType,
        licenseCompany,
        licenseId: newId(),
      };
      return { license, licensePrice: licensed.price, version };
    }),
  );
  if (!first) return [];
  const orders = further.map(({ license, licensePrice, version }) =>
    draftOrder(
      {
        ...license,
        orderId: newId(),
        leadOrderId: intent.orderId,
        amounts: { price: licensePrice, buyerFee: 0, sellerFee: 0, discount: 0 },
      },
      version,
    ),
  );
  const several = {
    licensePrice: first.licensePrice,
    itemOrderIds: orders.map(({ orderId }) => orderId),
  };
  const lead = draftOrder(
    {
      ...first.license,
      orderId: intent.orderId,
      intentId,
      discountId: intent.discountId,
      ...(orders.length > 0 ? several : {}),
      amounts: {
        price,
        listPrice,
        buyerFee,
        sellerFee,
        discount,
        tax,
        ...(orders.length > 0 ? { licenses: orders.length + 1 } : {}),
      },
    },
    first.version,
  );
  return [lead, ...orders];
}
