import type { PaymentIntent, Stripe, StripeElements } from "@stripe/stripe-js";
import { useRef } from "react";
import { cancelIntent, createIntent } from "#shared/contract/orders.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import type { ArtworkId, OfferId } from "#shared/model/ids.ts";
import type { Intent } from "#shared/model/order.ts";
import type { RouteBodyInput } from "#shared/route.ts";
import { forgetIdempotencyKey, idempotencyKeyFor } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** Subject of the idempotency key of a user's payment for an artwork or an offer. */
export const paymentSubject = (userId: string, subjectId: ArtworkId | OfferId) => `payment ${userId} ${subjectId}`;

/** Starts and cancels payment intents; the same terms always yield the same intent. */
export function usePayment(subjectId: ArtworkId | OfferId) {
  const { id: userId } = useSignedIn();
  const last = useRef<{ readonly terms: string; readonly intent: Intent } | null>(null);
  const subject = paymentSubject(userId, subjectId);

  /** Forgets an intent that can no longer be paid, so that the next one gets a new idempotency key. */
  function forget() {
    last.current = null;
    forgetIdempotencyKey(subject);
  }

  async function cancel(intentId: Intent["orderIntent"]) {
    await send(cancelIntent, { params: { userId, intentId } }, { errorMessage: "The payment couldn't be canceled" });
    forget();
  }

  return {
    cancel,
    forget,
    current: () => last.current?.intent ?? null,
    /** The intent for these terms; cancels one for other terms first. */
    async begin(body: RouteBodyInput<typeof createIntent>): Promise<Intent> {
      const terms = JSON.stringify(body);
      if (last.current?.terms === terms) return last.current.intent;
      if (last.current) await cancel(last.current.intent.orderIntent);
      const idempotencyKey = await idempotencyKeyFor(subject, body);
      const inPlace = ["discount_invalid"] as const;
      const options = { idempotencyKey, errorMessage: "The payment couldn't be started", inPlace };
      const intent = await send(createIntent, { params: { userId }, body }, options);
      last.current = { terms, intent };
      return intent;
    },
  };
}

/** Stripe Elements with a complete payment method, and their Stripe instance. */
export interface CompleteMethod {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  /** True if they include saved cards, which the payment then has to allow. */
  readonly savedCards: boolean;
}

/** `declined` leaves the payment open, with the reason; `canceled` can no longer be paid, and nothing was charged. */
export type PaymentOutcome =
  | { readonly status: "paid" }
  | { readonly status: "canceled" }
  | { readonly status: "declined"; readonly message: string };

const DECLINED = "The payment was declined.";

/** Null while the payment waits for a payment method. */
function toOutcome(status: PaymentIntent.Status | undefined): PaymentOutcome | null {
  if (status === "succeeded" || status === "processing") return { status: "paid" };
  return status === "canceled" ? { status: "canceled" } : null;
}

const toBillingDetails = (billing: BillingForm | null) =>
  billing
    ? {
        name: `${billing.billingName} ${billing.billingSurname}`,
        email: billing.billingEmail,
        address: {
          line1: billing.billingAddress,
          postal_code: billing.billingZip,
          city: billing.billingCity,
          country: billing.billingCountry,
        },
      }
    : {};

/**
 * Pays with the form's method. Stripe shows its own dialog if the bank requires authentication; other methods leave the
 * page, and the checkout asks the server for the result on return.
 */
export async function confirmPayment(
  { stripe, elements }: CompleteMethod,
  clientSecret: string,
  billing: BillingForm | null,
): Promise<PaymentOutcome> {
  const { paymentIntent, error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: "if_required",
    confirmParams: {
      return_url: location.origin + location.pathname + location.search,
      payment_method_data: { billing_details: toBillingDetails(billing) },
    },
  });
  // If another tab has completed the payment, the error contains its state.
  const outcome = toOutcome(paymentIntent?.status ?? error?.payment_intent?.status);
  return outcome ?? { status: "declined", message: error?.message ?? DECLINED };
}

/** Outcome of a payment started earlier or in another tab; null while it waits for a payment method. */
export async function readPaymentOutcome(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome | null> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return toOutcome(paymentIntent?.status);
}
