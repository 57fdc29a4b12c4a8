import type Stripe from "stripe";
import type { IntentState } from "../order/states.ts";

/** An intent's state by the state of its payment at Stripe; `order/states.ts` has the table of all states. */
const INTENT_BY_PAYMENT: Readonly<Record<Stripe.PaymentIntent.Status, IntentState>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
  requires_capture: "open",
  processing: "open",
  succeeded: "paid",
  canceled: "canceled",
};

/** The intent's state for a payment at Stripe; unknown states of later API versions keep it open. */
export const getIntentState = ({ status }: Pick<Stripe.PaymentIntent, "status">) => INTENT_BY_PAYMENT[status] ?? "open";
