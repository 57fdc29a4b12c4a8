import type Stripe from "stripe";
import { html } from "#local/developer-pages/html.ts";
import { pageLayout } from "./page-layout.ts";

/** The page on which a payment method asks its payer to confirm. */
export const redirectPage = ({ amount, description }: Stripe.PaymentIntent): string =>
  pageLayout(
    "Amazon Pay",
    html`<p>${description ?? "A payment"}: $${(amount / 100).toFixed(2)}</p>
<form method="post"><button name="outcome" value="succeed">Authorize the payment</button>
<p></p><button name="outcome" value="fail">Decline it</button></form>`,
  );
