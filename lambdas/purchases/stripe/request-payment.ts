import Stripe from "stripe";
import * as z from "zod/mini";
import { ArtworkId, OrderId, UserId } from "#shared/model/ids.ts";
import { agreedAmounts } from "../order/agreed-amounts.ts";
import type { IntentItem } from "../order/find-intent.ts";

/** The metadata of a payment at the provider: the order that it is for. */
export interface PaymentMetadata {
  readonly orderId: string;
  readonly artworkId: string;
  readonly buyerId: string;
}

const Metadata = z.object({ orderId: OrderId, artworkId: ArtworkId, buyerId: UserId });

/** The order that a payment is for; `undefined` for one of another application on the same account. */
export const paymentMetadataOf = ({ metadata }: Stripe.PaymentIntent): PaymentMetadata | undefined =>
  Metadata.safeParse(metadata).data;

/**
 * Asks the provider for the payment of an open intent: a destination charge, its seller's business. The order's id is the
 * idempotency key, so that asking again gets the same payment. Throws `Stripe.errors.StripeInvalidRequestError` where
 * the seller can't be paid, and then there is no payment.
 */
export function requestPayment(stripe: Stripe, intent: IntentItem): Promise<Stripe.PaymentIntent> {
  const { orderId, artworkId, buyerId, payee } = intent;
  const { orderSpent, orderFee } = agreedAmounts(intent);
  return stripe.paymentIntents.create(
    {
      amount: orderSpent,
      currency: "usd",
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      // The provider refuses a fee of nothing; older code sent one, and the idempotency key asks for the same again.
      ...(orderFee > 0 || !intent.fees ? { application_fee_amount: orderFee } : {}),
      on_behalf_of: payee,
      transfer_data: { destination: payee },
      metadata: { orderId, artworkId, buyerId } satisfies PaymentMetadata,
    },
    { idempotencyKey: orderId },
  );
}

/** Whether the provider refused the call for good: it has begun nothing, and the same call would be refused again. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** An account that isn't connected to ours, or not any more, is out of reach; a key without the right has another code. */
const isMissing = (error: unknown) =>
  (isRefusal(error) && error.statusCode === 404) ||
  (error instanceof Stripe.errors.StripePermissionError && error.code === "account_invalid");

/** The provider's answer; `undefined` for an object that it doesn't know. */
export async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The payment with this id; `undefined` where the provider knows none. */
export const findPayment = (stripe: Stripe, intentId: string): Promise<Stripe.PaymentIntent | undefined> =>
  undefinedIfMissing(stripe.paymentIntents.retrieve(intentId));

/** The charge with this id; `undefined` where the provider knows none. */
export const findCharge = (stripe: Stripe, chargeId: string): Promise<Stripe.Charge | undefined> =>
  undefinedIfMissing(stripe.charges.retrieve(chargeId));

/** The dispute with this id; `undefined` where the provider knows none. */
export const findDispute = (stripe: Stripe, disputeId: string): Promise<Stripe.Dispute | undefined> =>
  undefinedIfMissing(stripe.disputes.retrieve(disputeId));

/** Makes sure that a payment can't be made any more, and returns its state: `canceled` where that worked. */
export async function cancelPayment(stripe: Stripe, intentId: string): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(intentId);
  } catch (error) {
    if (isRefusal(error) && error.code === "payment_intent_unexpected_state") {
      return stripe.paymentIntents.retrieve(intentId);
    }
    throw error;
  }
}
