import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { attempt } from "../../../platform/table/transact.ts";
import { releaseOffer } from "../offers/offer-writes.ts";
import { getIntentState } from "../stripe/payment-states.ts";
import { cancelPayment, requestPayment } from "../stripe/request-payment.ts";
import { isGoneAccount, isRefusal, isStoredFailure, toLogFields } from "../stripe/stripe-errors.ts";
import { endOpenPayment } from "./artwork-payments.ts";
import { buildDiscountRelease } from "./discount.ts";
import { type FinalizeServices, finalizeOrder } from "./finalize-order.ts";
import { type IntentItem, listLicensed } from "./find-intent.ts";
import { releaseLicense } from "./hold-license.ts";
import { buildClosing, buildOpenCondition, IntentEntity } from "./intent.entity.ts";
import type { IntentEnd } from "./states.ts";

export type PaymentServices = FinalizeServices;

type End = Exclude<IntentEnd, "paid">;

/** Releases what an open intent reserves, once it can't be paid any more; an ended intent stays unchanged. */
export async function releaseIntent(table: OpenTable, intent: IntentItem, end: End): Promise<void> {
  const { artworkId, buyerId, orderId, discountId, offerId } = intent;
  await attempt(table, [
    IntentEntity.build(UpdateTransaction)
      .item({ artworkId, buyerId, ...buildClosing(end) })
      .options({ condition: buildOpenCondition(orderId) }),
    ...listLicensed(intent).flatMap((licensed) => [releaseLicense(licensed), ...endOpenPayment(licensed, false)]),
    ...(offerId ? [releaseOffer({ offerId, orderId })] : []),
    ...(discountId ? buildDiscountRelease(discountId, buyerId) : []),
  ]);
}

/**
 * Cancels an open intent at Stripe first, so that nobody can pay for what is no longer reserved. `paid`: it was paid
 * meanwhile, and the order is placed. `pending`: Stripe is still processing it.
 */
export async function endIntent(services: PaymentServices, intent: IntentItem, end: End) {
  const { table, payments } = services;
  // If Stripe's answer was lost, repeating the request returns the same payment.
  const intentId = intent.intentId ?? (await findLostPaymentId(services, intent));
  if (intentId) {
    const payment = await cancelPayment(payments, intentId);
    const state = getIntentState(payment);
    if (state === "paid") {
      await finalizeOrder(services, payment);
      return "paid";
    }
    if (state === "open") return "pending";
  }
  await releaseIntent(table, intent, end);
  return "ended";
}

/** Nobody has the secret of a payment whose id wasn't stored, so it can't be paid even if Stripe can't find it. */
async function findLostPaymentId({ payments, log }: PaymentServices, intent: IntentItem) {
  try {
    return (await requestPayment(payments, intent)).id;
  } catch (error) {
    if (!isRefusal(error) && !isGoneAccount(error) && !isStoredFailure(error)) throw error;
    log.warn("A payment was never created", { orderId: intent.orderId, ...toLogFields(error) });
    return undefined;
  }
}
