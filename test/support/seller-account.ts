import type Stripe from "stripe";

/** A connected account with the capabilities that the product requests for sellers. */
export const createAccount = (
  { v2 }: Stripe,
  country: string,
  contact_email = "seller@ochre.test",
): Promise<Stripe.V2.Core.Account> =>
  v2.core.accounts.create({
    contact_email,
    dashboard: "express",
    identity: { country },
    configuration: {
      merchant: { capabilities: { card_payments: { requested: true } } },
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
  });
