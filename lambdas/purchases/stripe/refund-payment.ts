import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import type { OrderItem } from "../order/find-order.ts";
import { totalsOf } from "../order/order-view.ts";
import { isRefusal, logFieldsOf } from "./stripe-errors.ts";

/**
 * Pays an order back at the provider, all of it: from the seller what they got, from us our fee. There is no second
 * refund of all, and no key of ours either, which would repeat a refusal for a day after its cause is gone. False where
 * the provider won't, for instance while the money is disputed.
 */
export async function refundPayment(
  stripe: Stripe,
  { orderId, intentId, amounts }: OrderItem,
  log: Logger,
): Promise<boolean> {
  if (!intentId) return false;
  try {
    const refund = await stripe.refunds.create({
      payment_intent: intentId,
      reverse_transfer: true,
      // The provider refuses to give back a fee that it didn't take.
      ...(totalsOf(amounts).orderFee > 0 ? { refund_application_fee: true } : {}),
      metadata: { orderId },
    });
    return refund.status !== "failed" && refund.status !== "canceled";
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn("A refund was refused", { orderId, ...logFieldsOf(error) });
    return error.code === "charge_already_refunded";
  }
}
