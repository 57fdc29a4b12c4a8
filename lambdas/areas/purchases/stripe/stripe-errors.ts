import Stripe from "stripe";

/** True for an invalid request: it had no effect, and repeating it would fail again. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** True for an account that isn't, or is no longer, connected to ours; a missing permission has another code. */
export const isGoneAccount = (error: unknown) =>
  error instanceof Stripe.errors.StripePermissionError && error.code === "account_invalid";

/** True if our key lacks the permission for the call. */
export const isMissingPermission = (error: unknown) =>
  error instanceof Stripe.errors.StripePermissionError && !isGoneAccount(error);

const isMissing = (error: unknown) => (isRefusal(error) && error.statusCode === 404) || isGoneAccount(error);

/** True if a call named a customer that Stripe doesn't have, or has deleted. */
export const isGoneCustomer = (error: unknown) =>
  isRefusal(error) && error.code === "resource_missing" && error.param === "customer";

const namesPayee = ({ param = "" }: Stripe.errors.StripeInvalidRequestError) =>
  ["transfer_data[destination]", "on_behalf_of"].includes(param);

/** True if a payment was refused because its seller's account is no longer connected. */
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
  error instanceof Stripe.errors.StripeAPIError || isOtherRequest(error);

/** True if another request with the same idempotency key was first. */
export const isOtherRequest = (error: unknown) =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409;

/** Fields of a Stripe error by which operators find the request in Stripe's dashboard. */
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

/** Stripe's answer; `undefined` for an unknown object. */
export async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
