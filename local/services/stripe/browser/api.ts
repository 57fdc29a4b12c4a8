import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import type Stripe from "stripe";

export type Answer = { paymentIntent: PaymentIntent; error?: never } | { paymentIntent?: never; error: StripeError };

/** The features of a customer session and the cards that it offers. */
export interface SavedCards {
  readonly features: Stripe.CustomerSession.Components.PaymentElement.Features | undefined;
  readonly payment_methods: readonly Stripe.PaymentMethod[];
}

/** Form-encodes nested parameters (`payment_method_data[card][number]=…`); omits empty values. */
function encodeForm(value: unknown, name = ""): [string, string][] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => encodeForm(each, name ? `${name}[${key}]` : key));
}

/** Calls of the API with the publishable key. */
export function openApi(base: string, publishableKey: string) {
  async function call(method: "GET" | "POST", path: string, fields: object) {
    const form = new URLSearchParams(encodeForm(fields));
    const headers = { authorization: `Bearer ${publishableKey}` };
    try {
      const response =
        method === "POST"
          ? await fetch(`${base}${path}`, { method, headers, body: form })
          : await fetch(`${base}${path}?${form}`, { headers });
      const body = await response.json();
      return response.ok ? { body } : { error: body.error as StripeError };
    } catch {
      const message = "An error occurred with our connection to Stripe.";
      return { error: { type: "api_connection_error", message } as StripeError };
    }
  }
  return {
    /** About the payment intent of a client secret. */
    async intent(secret: string, action: "" | "/confirm" | "/authenticate", fields: object = {}): Promise<Answer> {
      const path = `/v1/payment_intents/${secret.split("_secret_")[0]}${action}`;
      const { body, error } = await call(action ? "POST" : "GET", path, { client_secret: secret, ...fields });
      return error ? { error } : { paymentIntent: body };
    },
    /** The saved cards of a customer session; undefined where it can't be used. */
    async savedCards(session: string, intentSecret: string | undefined): Promise<SavedCards | undefined> {
      const fields = { customer_session_client_secret: session, client_secret: intentSecret };
      return (await call("GET", "/v1/elements/sessions", fields)).body;
    },
    /** Removes a saved card; true once it is gone. */
    async removeCard(session: string, id: string): Promise<boolean> {
      const fields = { customer_session_client_secret: session };
      return !(await call("POST", `/v1/elements/payment_methods/${id}/detach`, fields)).error;
    },
  };
}

export type BrowserApi = ReturnType<typeof openApi>;
