import type Stripe from "stripe";

interface Details {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** An error response of Stripe's API. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: Stripe.StripeRawError["type"];
  readonly details: Details;

  constructor(status: number, type: Stripe.StripeRawError["type"], message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  get body() {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export const invalid = (message: string, details?: Details) =>
  new StripeError(400, "invalid_request_error", message, details);

export const missing = (what: string, id: string, param = "id") =>
  new StripeError(404, "invalid_request_error", `No such ${what}: '${id}'`, { code: "resource_missing", param });

export const accountNotAccessible = (accountId: string) =>
  new StripeError(
    403,
    "invalid_request_error",
    `The provided key does not have access to account '${accountId}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
  );

/** A request that is wrong, one that is one too many, or a failure of Stripe's own. */
export function createFailure(status: number) {
  if (status === 400) return invalid("You passed an empty string.", { code: "parameter_invalid_empty" });
  return status === 429
    ? new StripeError(429, "invalid_request_error", "Too many requests hit the API too quickly.", {
        code: "rate_limit",
      })
    : new StripeError(status, "api_error", "Sorry! There was an error while talking to one of our backends.");
}

export const unauthorized = (message: string) => new StripeError(401, "invalid_request_error", message);

export const idempotencyMismatch = (key: string) =>
  new StripeError(
    400,
    "idempotency_error",
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
