import type { PaymentIntent, Stripe, StripeCardElement } from "@stripe/stripe-js";
import type { BillingForm } from "#shared/model/billing.ts";

interface PaymentsConfig {
  /** URL of Stripe.js. */
  readonly script: string;
  readonly publishableKey: string;
}

async function readConfig(): Promise<PaymentsConfig> {
  const response = await fetch("/config.json");
  const { payments } = (await response.json()) as { readonly payments?: PaymentsConfig };
  if (!payments) throw new Error("This stage takes no payments");
  return payments;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("Stripe.js didn't load"));
    };
    document.head.append(script);
  });
}

async function load(): Promise<Stripe> {
  const [{ script, publishableKey }, { loadStripe }] = await Promise.all([
    readConfig(),
    import("@stripe/stripe-js/pure"),
  ]);
  if (!window.Stripe) await addScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe.js didn't initialise");
  return stripe;
}

let loading: Promise<Stripe> | undefined;

/** Stripe.js with this stage's key, loaded once for the tab when it is first needed; a failed load is tried again. */
export function loadStripeOnce(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** A card element whose fields are filled in, with the Stripe instance that made it. */
export interface CompleteCard {
  readonly stripe: Stripe;
  readonly element: StripeCardElement;
}

/** `declined` leaves the payment open and says why; `canceled` can't be paid any more, and nothing was charged. */
export type PaymentOutcome =
  | { readonly status: "paid" }
  | { readonly status: "canceled" }
  | { readonly status: "declined"; readonly message: string };

const DECLINED = "Your card was declined.";

/** Null while the payment still waits for a card. */
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

/** Pays with the card in the form; Stripe shows its own dialog if the bank asks for authentication. */
export async function confirmPayment(
  { stripe, element }: CompleteCard,
  clientSecret: string,
  billing: BillingForm | null,
): Promise<PaymentOutcome> {
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card: element, billing_details: toBillingDetails(billing) },
  });
  // A payment that another tab has completed is refused with its present state in the error.
  const outcome = toOutcome(paymentIntent?.status ?? error?.payment_intent?.status);
  return outcome ?? { status: "declined", message: error?.message ?? DECLINED };
}

/** How a payment ended that was begun earlier, perhaps in another tab; null while it still waits for a card. */
export async function readPaymentOutcome(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome | null> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return toOutcome(paymentIntent?.status);
}
