import type Stripe from "stripe";
import * as z from "zod/mini";
import { APP_NAME } from "#shared/brand.ts";
import { ArtworkId, OrderId, UserId } from "#shared/model/ids.ts";
import { PAYMENT_METHODS } from "#shared/payment-methods.ts";
import { formatWorks } from "#shared/rules/offers.ts";
import { disableLinks } from "../../../platform/mail/disable-links.ts";
import { type IntentItem, toAgreedAmounts } from "../order/find-intent.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { getId } from "./read-charge.ts";
import { isRefusal, undefinedIfMissing } from "./stripe-errors.ts";

/** A payment at Stripe. */
export type Payment = Stripe.PaymentIntent;

/** Metadata of a payment at Stripe: its order. */
export interface PaymentMetadata {
  readonly orderId: string;
  readonly artworkId: string;
  readonly buyerId: string;
}

const Metadata = z.object({ orderId: OrderId, artworkId: ArtworkId, buyerId: UserId });

/** The order of a payment; `undefined` if another application on the same account made it. */
export const parsePaymentMetadata = ({ metadata }: Payment): PaymentMetadata | undefined =>
  Metadata.safeParse(metadata).data;

/**
 * Creates Stripe's payment for an open intent: a destination charge on behalf of its seller. The idempotency key is the
 * order's id and the attempt, so repeating it returns the same payment. Throws an error for which `isPayeeProblem` is true,
 * without a payment, if the seller can't be paid.
 */
export function requestPayment({ [CLIENT]: stripe }: Payments, intent: IntentItem): Promise<Payment> {
  const { orderId, artworkId, buyerId, payee, customerId, title, items, taxCalculation, attempt = 0 } = intent;
  const { orderSpent, orderFee } = toAgreedAmounts(intent);
  return stripe.paymentIntents.create(
    {
      amount: orderSpent,
      currency: "usd",
      allowed_payment_method_types: [...PAYMENT_METHODS],
      // Stripe refuses a fee of zero.
      ...(orderFee > 0 ? { application_fee_amount: orderFee } : {}),
      ...(customerId ? { customer: customerId } : {}),
      on_behalf_of: payee,
      transfer_data: { destination: payee },
      // Makes Stripe record the tax of the payment and of its refunds.
      ...(taxCalculation ? { hooks: { inputs: { tax: { calculation: taxCalculation } } } } : {}),
      metadata: { orderId, artworkId, buyerId } satisfies PaymentMetadata,
      // Shown on the receipts that Stripe mails.
      description: `${items && items.length > 1 ? "Licenses" : "License"} to ${disableLinks(formatWorks(title, (items?.length ?? 1) - 1))}`,
      statement_descriptor_suffix: APP_NAME.toUpperCase(),
    },
    { idempotencyKey: attempt === 0 ? orderId : buildIdempotencyKey(orderId, attempt) },
  );
}

/** The payment with this id; throws if Stripe has none. */
export const readPayment = ({ [CLIENT]: stripe }: Payments, intentId: string): Promise<Payment> =>
  stripe.paymentIntents.retrieve(intentId);

/** The payment that another object references; `undefined` if Stripe has none. */
export const findPayment = (payments: Payments, payment: string | { id: string }): Promise<Payment | undefined> =>
  undefinedIfMissing(readPayment(payments, getId(payment)));

/** The charge with this id; `undefined` if Stripe has none. */
export const findCharge = ({ [CLIENT]: stripe }: Payments, chargeId: string): Promise<Stripe.Charge | undefined> =>
  undefinedIfMissing(stripe.charges.retrieve(chargeId));

/** The refund with this id; `undefined` if Stripe has none. */
export const findRefund = ({ [CLIENT]: stripe }: Payments, refundId: string): Promise<Stripe.Refund | undefined> =>
  undefinedIfMissing(stripe.refunds.retrieve(refundId));

/** The early fraud warning with this id; `undefined` if Stripe has none. */
export const findFraudWarning = ({ [CLIENT]: stripe }: Payments, warningId: string) =>
  undefinedIfMissing(stripe.radar.earlyFraudWarnings.retrieve(warningId));

/** Cancels a payment if possible, and returns its state: `canceled` if that worked. */
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
