import Stripe from "stripe";

/** True if Stripe refused the call for good: it started nothing, and would refuse the same call again. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** An account that isn't connected to ours, or not any more, is out of reach; a key without the right has another code. */
export const isGoneAccount = (error: unknown) =>
  error instanceof Stripe.errors.StripePermissionError && error.code === "account_invalid";

/** The operators' key lacks the right to what was asked for. */
export const isMissingRight = (error: unknown) =>
  error instanceof Stripe.errors.StripePermissionError && !isGoneAccount(error);

const isMissing = (error: unknown) => (isRefusal(error) && error.statusCode === 404) || isGoneAccount(error);

/** True if a call named a customer that the provider doesn't have, or has deleted. */
export const isGoneCustomer = (error: unknown) =>
  isRefusal(error) && error.code === "resource_missing" && error.param === "customer";

const namesPayee = ({ param = "" }: Stripe.errors.StripeInvalidRequestError) =>
  ["transfer_data[destination]", "on_behalf_of"].includes(param);

/** True if a payment was refused because its seller's account isn't connected to ours any more. */
export const isGonePayee = (error: unknown) =>
  isGoneAccount(error) || (isRefusal(error) && error.code === "resource_missing" && namesPayee(error));

/** True if a payment was refused because its seller can't be paid; any other refused request is our fault. */
export const isPayeeProblem = (error: unknown) =>
  isGonePayee(error) ||
  (isRefusal(error) && (error.code === "insufficient_capabilities_for_transfer" || namesPayee(error)));

/**
 * True if Stripe stored the failure under the idempotency key and replays it for a day. A request whose response was
 * lost, that was rate-limited, or that ran concurrently with the same key may be retried with that key.
 */
export const isStoredFailure = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409);

/** Fields of a Stripe error that operators need to find the request in its dashboard. */
export const toLogFields = (error: unknown) =>
  error instanceof Stripe.errors.StripeError
    ? {
        stripeType: error.type,
        stripeCode: error.code,
        stripeParam: error.param,
        stripeStatus: error.statusCode,
        stripeRequestId: error.requestId,
        stripeMessage: error.message,
      }
    : { error: error as Error };

/** The provider's answer; `undefined` for an object that it doesn't know. */
export async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
