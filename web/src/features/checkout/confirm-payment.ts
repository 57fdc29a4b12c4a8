import type { PaymentIntent, Stripe, StripeCardElement } from "@stripe/stripe-js";
import type { BillingForm } from "#shared/model/billing.ts";

/** `declined` says why and leaves the payment open; `over` means that it can't be paid any more and nothing was charged. */
export type Outcome =
  | { readonly step: "paid" }
  | { readonly step: "over" }
  | { readonly step: "declined"; readonly message: string };

const DECLINED = "Your card was declined.";

/** What the state of a payment means; null while it still waits for a card. */
function outcomeOf(status: PaymentIntent.Status | undefined): Outcome | null {
  if (status === "succeeded" || status === "processing") return { step: "paid" };
  return status === "canceled" ? { step: "over" } : null;
}

const detailsOf = (billing: BillingForm | null) =>
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

/** Pays with the card in the form. A second step is the provider's own dialog, after which this goes on. */
export async function confirmPayment(
  stripe: Stripe,
  card: StripeCardElement,
  clientSecret: string,
  billing: BillingForm | null,
): Promise<Outcome> {
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card, billing_details: detailsOf(billing) },
  });
  // Another tab may have paid: the provider then refuses to do it again and says so.
  const known = outcomeOf(paymentIntent?.status ?? error?.payment_intent?.status);
  return known ?? { step: "declined", message: error?.message ?? DECLINED };
}

/** How a payment stands that was begun before, perhaps on a page that was closed meanwhile. */
export async function recallPayment(stripe: Stripe, clientSecret: string): Promise<Outcome | null> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return outcomeOf(paymentIntent?.status);
}
