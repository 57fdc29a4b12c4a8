import type Stripe from "stripe";
import type { IntentState } from "../order/states.ts";

/** The state that a payment at the provider gives its intent; the table of all states is `order/states.ts`. */
const INTENT_BY_PAYMENT: Readonly<Record<Stripe.PaymentIntent.Status, IntentState>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
  requires_capture: "open",
  processing: "open",
  succeeded: "paid",
  canceled: "canceled",
};

/** The state of a payment's intent by what the provider says; a state that a later API may add keeps it open. */
export const getIntentState = ({ status }: Pick<Stripe.PaymentIntent, "status">) => INTENT_BY_PAYMENT[status] ?? "open";
