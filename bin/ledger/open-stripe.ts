import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { openPayments } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import type { Stage } from "../command/stage.ts";

/** Stripe's address, or the laptop's fake. */
export const getStripeUrl = () => process.env.STRIPE_API_URL ?? "https://api.stripe.com";

/** Stripe's client with the key in the stage's secret; on the laptop, a client of its fake. */
export const openStripe = (stage: Stage) =>
  openPayments({
    STRIPE_SECRET_ARN: stage.output("StripeSecret"),
    STRIPE_API_URL: getStripeUrl(),
  })[CLIENT];
