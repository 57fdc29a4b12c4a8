import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

export type Answer = { paymentIntent: PaymentIntent; error?: never } | { paymentIntent?: never; error: StripeError };

/** Form-encodes nested parameters (`payment_method_data[card][number]=…`); omits empty values. */
function formOf(value: unknown, name = ""): [string, string][] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => formOf(each, name ? `${name}[${key}]` : key));
}

/** Calls the API about the payment intent of a client secret. */
export function openApi(base: string, publishableKey: string) {
  return async (secret: string, action: "" | "/confirm" | "/authenticate", fields: object = {}): Promise<Answer> => {
    const form = new URLSearchParams(formOf({ client_secret: secret, ...fields }));
    const address = `${base}/v1/payment_intents/${secret.split("_secret_")[0]}${action}`;
    const headers = { authorization: `Bearer ${publishableKey}` };
    try {
      const response = action
        ? await fetch(address, { method: "POST", headers, body: form })
        : await fetch(`${address}?${form}`, { headers });
      const body = await response.json();
      return response.ok ? { paymentIntent: body } : { error: body.error };
    } catch {
      const message = "An error occurred with our connection to Stripe.";
      return { error: { type: "api_connection_error", message } as StripeError };
    }
  };
}
