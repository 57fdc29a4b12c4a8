import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { openPayments } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import type { Stage } from "../command/stage.ts";

/** Stripe's address, or the laptop's fake. */
export const getStripeUrl = () => process.env.STRIPE_API_URL ?? "https://api.stripe.com";

/** The payment provider with the key in the stage's secret; on the laptop, its fake. */
export const openStagePayments = (stage: Stage) =>
  openPayments({
    STRIPE_SECRET_ARN: stage.output("StripeSecret"),
    STRIPE_API_URL: getStripeUrl(),
  });

/** Its client. */
export const openStripe = (stage: Stage) => openStagePayments(stage)[CLIENT];
