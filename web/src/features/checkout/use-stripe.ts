import type { Stripe } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { stripeOfStage } from "./load-stripe.ts";

/** The payment provider's script: null while it is on its way. */
export function useStripe() {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setFailed] = useState(false);

  function load() {
    setFailed(false);
    stripeOfStage().then(setStripe, () => setFailed(true));
  }

  useEffect(load, []);
  return { stripe, hasFailed, retry: load };
}
