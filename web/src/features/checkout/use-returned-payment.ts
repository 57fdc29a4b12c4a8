import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { PaymentId } from "#shared/model/order.ts";

/** Query parameters that Stripe adds to the return URL. */
const RETURN_PARAMETERS = ["payment_intent", "payment_intent_client_secret", "redirect_status"];

/**
 * The payment in the return URL of a payment method's page. Its state comes from the server, never from the URL, and before the
 * artwork's or offer's, as it may be an order already while that is no longer for sale.
 */
export function useReturnedPayment() {
  const [search, setSearch] = useSearchParams();
  const [wasRefused, setRefused] = useState(false);
  const { data: intentId } = PaymentId.safeParse(search.get("payment_intent"));
  function onUnpaid() {
    setRefused(search.get("redirect_status") === "failed");
    setSearch(
      (now) => {
        for (const name of RETURN_PARAMETERS) now.delete(name);
        return now;
      },
      { replace: true },
    );
  }
  return { intentId, wasRefused, onUnpaid };
}
