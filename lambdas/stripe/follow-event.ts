import type Stripe from "stripe";
import { followSellerAccount } from "../payments/seller-account.ts";
import { releaseIntent } from "../purchases/end-intent.ts";
import { finalizeOrder } from "../purchases/finalize-order.ts";
import { findIntent } from "../purchases/find-intent.ts";
import { followDispute } from "../purchases/follow-dispute.ts";
import { belongingOf } from "../purchases/request-payment.ts";
import { returnOrder } from "../purchases/return-order.ts";
import type { StripeServices } from "./services.ts";

/** What a message is about; what has become of it since is asked of the provider, as messages come late and shuffled. */
type Follow = (services: StripeServices, objectId: string, eventId: string) => Promise<void>;

const FOLLOWED: Readonly<Record<string, Follow>> = {
  "payment_intent.succeeded": followPayment,
  // The buyer may try another card until the time is over.
  "payment_intent.payment_failed": followPayment,
  "payment_intent.canceled": followPayment,
  "charge.refunded": followCharge,
  "charge.dispute.created": followDisputeOf,
  "charge.dispute.closed": followDisputeOf,
  "account.updated": async (services, accountId) => void (await followSellerAccount(services, accountId)),
};

/** Does what a message of the provider asks for, once however often it comes; others are none of our business. */
export async function followEvent(services: StripeServices, { id, type, data }: Stripe.Event): Promise<void> {
  const { id: objectId } = data.object as { id?: string };
  if (objectId) await FOLLOWED[type]?.(services, objectId, id);
}

async function followPayment(services: StripeServices, paymentId: string, eventId: string) {
  const { table, payments } = services;
  const payment = await payments.stripe.paymentIntents.retrieve(paymentId);
  if (payment.status === "succeeded") await finalizeOrder(services, payment, eventId);
  const belonging = payment.status === "canceled" ? belongingOf(payment) : undefined;
  const intent = belonging && (await findIntent(table, belonging));
  if (intent && intent.orderId === belonging.orderId) await releaseIntent(table, intent, "canceled");
}

/** The order of a charge, placed now if the message of its payment is still on its way; this one is not heard with that. */
async function orderOf(services: StripeServices, paymentId: string | { id: string } | null) {
  if (!paymentId) return undefined;
  const id = typeof paymentId === "string" ? paymentId : paymentId.id;
  return finalizeOrder(services, await services.payments.stripe.paymentIntents.retrieve(id));
}

async function followCharge(services: StripeServices, chargeId: string, eventId: string) {
  const charge = await services.payments.stripe.charges.retrieve(chargeId);
  if (!charge.refunded) {
    services.log.warn("A charge was refunded in part, which no order knows", { chargeId });
    return;
  }
  const order = await orderOf(services, charge.payment_intent);
  if (order) await returnOrder(services, order.orderId, { by: "refund", eventId });
}

/** Looks again after the write: another message may have been handled in between, about a state that is newer. */
async function followDisputeOf(services: StripeServices, disputeId: string, eventId: string) {
  const { disputes } = services.payments.stripe;
  let dispute = await disputes.retrieve(disputeId);
  const order = await orderOf(services, dispute.payment_intent);
  for (let seen: string | undefined; order && seen !== dispute.status; ) {
    await followDispute(services, order, dispute, eventId);
    seen = dispute.status;
    dispute = await disputes.retrieve(disputeId);
  }
}
