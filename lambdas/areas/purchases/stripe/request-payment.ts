import type Stripe from "stripe";
import * as z from "zod/mini";
import { APP_NAME } from "#shared/brand.ts";
import { ArtworkId, OrderId, UserId } from "#shared/model/ids.ts";
import { PAYMENT_METHODS } from "#shared/payment-methods.ts";
import { withoutLinks } from "../../../platform/mail/without-links.ts";
import { agreedAmounts, type IntentItem } from "../order/find-intent.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { getId } from "./read-charge.ts";
import { isRefusal, undefinedIfMissing } from "./stripe-errors.ts";

/** A payment as the provider has it. */
export type Payment = Stripe.PaymentIntent;

/** The metadata of a payment at the provider: the order that it is for. */
export interface PaymentMetadata {
  readonly orderId: string;
  readonly artworkId: string;
  readonly buyerId: string;
}

const Metadata = z.object({ orderId: OrderId, artworkId: ArtworkId, buyerId: UserId });

/** The order that a payment is for; `undefined` for one of another application on the same account. */
export const parsePaymentMetadata = ({ metadata }: Payment): PaymentMetadata | undefined =>
  Metadata.safeParse(metadata).data;

/**
 * Asks the provider for the payment of an open intent: a destination charge, its seller's business. The order's id and the
 * attempt are the idempotency key, so that asking again gets the same payment. Throws
 * `Stripe.errors.StripeInvalidRequestError` where the seller can't be paid, and then there is no payment.
 */
export function requestPayment({ [CLIENT]: stripe }: Payments, intent: IntentItem): Promise<Payment> {
  const { orderId, artworkId, buyerId, payee, customerId, title, taxCalculation, attempt = 0 } = intent;
  const { orderSpent, orderFee } = agreedAmounts(intent);
  return stripe.paymentIntents.create(
    {
      amount: orderSpent,
      currency: "usd",
      allowed_payment_method_types: [...PAYMENT_METHODS],
      // The provider refuses a fee of nothing.
      ...(orderFee > 0 ? { application_fee_amount: orderFee } : {}),
      ...(customerId ? { customer: customerId } : {}),
      on_behalf_of: payee,
      transfer_data: { destination: payee },
      // By this Stripe records the tax of the payment and of its refunds.
      ...(taxCalculation ? { hooks: { inputs: { tax: { calculation: taxCalculation } } } } : {}),
      metadata: { orderId, artworkId, buyerId } satisfies PaymentMetadata,
      // Stripe puts it on the receipts that it mails.
      description: `License to “${withoutLinks(title)}”`,
      statement_descriptor_suffix: APP_NAME.toUpperCase(),
    },
    { idempotencyKey: attempt === 0 ? orderId : buildIdempotencyKey(orderId, attempt) },
  );
}

/** The payment with this id; throws where the provider knows none. */
export const readPayment = ({ [CLIENT]: stripe }: Payments, intentId: string): Promise<Payment> =>
  stripe.paymentIntents.retrieve(intentId);

/** The payment that another object names; `undefined` where the provider knows none. */
export const findPayment = (payments: Payments, payment: string | { id: string }): Promise<Payment | undefined> =>
  undefinedIfMissing(readPayment(payments, getId(payment)));

/** The charge with this id; `undefined` where the provider knows none. */
export const findCharge = ({ [CLIENT]: stripe }: Payments, chargeId: string): Promise<Stripe.Charge | undefined> =>
  undefinedIfMissing(stripe.charges.retrieve(chargeId));

/** The refund with this id; `undefined` where the provider knows none. */
export const findRefund = ({ [CLIENT]: stripe }: Payments, refundId: string): Promise<Stripe.Refund | undefined> =>
  undefinedIfMissing(stripe.refunds.retrieve(refundId));

/** The early fraud warning with this id; `undefined` where the provider knows none. */
export const findFraudWarning = ({ [CLIENT]: stripe }: Payments, warningId: string) =>
  undefinedIfMissing(stripe.radar.earlyFraudWarnings.retrieve(warningId));

/** Makes sure that a payment can't be made any more, and returns its state: `canceled` where that worked. */
export async function cancelPayment({ [CLIENT]: stripe }: Payments, intentId: string): Promise<Payment> {
  try {
    return await stripe.paymentIntents.cancel(intentId);
  } catch (error) {
    if (isRefusal(error) && error.code === "payment_intent_unexpected_state") {
      return stripe.paymentIntents.retrieve(intentId);
    }
    throw error;
  }
}
